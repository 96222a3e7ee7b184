#pragma once

#include <cstddef>

#include "referee/tournament/config/config.h"
#include "tests/support/temp_folder.h"
#include "tests/world/dialled_bot.h"
#include "tests/world/draw.h"
#include "tests/world/people.h"

namespace world {

/// A tournament file of any format, game and clock, whose entrants dial in; store and reports are in
/// `folder`. It has at most some 400 games, half of the tournaments at most 30. `now`: when it begins.
/// Practice never ends by itself.
referee::TournamentConfig draw_tournament(Random& random, const test_support::TempFolder& folder,
                                          referee::SystemTime now);
/// Who does something to the tournament, and what its file says for them.
PeopleWho draw_people(Random& random, referee::TournamentConfig& config);
/// An entrant, the one at `index` of all: its connection, how fast it is, and what it does wrong.
DialledBot::Person draw_person(Random& random, const referee::TournamentConfig& config,
                               const referee::EntrantSpec& entrant, std::size_t index);

}  // namespace world
