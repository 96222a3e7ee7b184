#pragma once

#include "referee/tournament/config/config.h"
#include "tests/support/temp_folder.h"
#include "tests/world/dialled_bot.h"
#include "tests/world/draw_tournament.h"

namespace world {

/// A tournament some of whose entrants are launched, or all of them, by workers. Its clock is per move, so
/// that what launched bots are charged is told of each turn alone.
referee::TournamentConfig draw_launched(Random& random, const test_support::TempFolder& folder);
/// `person` is a program of the referee's machine.
void make_launched(Random& random, const referee::TournamentConfig& config, DialledBot::Person& person);

}  // namespace world
