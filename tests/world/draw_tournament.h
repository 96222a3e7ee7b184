#pragma once

#include <cstddef>

#include "referee/tournament/config/config.h"
#include "tests/support/temp_folder.h"
#include "tests/world/dialled_bot.h"
#include "tests/world/draw.h"

namespace world {

/// A tournament file of any format, game and clock, whose entrants dial in; store and reports are in
/// `folder`. It has at most some 400 games, half of the tournaments at most 30. `now`: when it begins.
/// Practice never ends by itself.
referee::TournamentConfig draw_tournament(Random& random, const test_support::TempFolder& folder,
                                          referee::SystemTime now);
/// The entrant at `index` of the roster: its connection, how fast it is, and what it does wrong.
DialledBot::Person draw_person(Random& random, const referee::TournamentConfig& config, std::size_t index);

}  // namespace world
