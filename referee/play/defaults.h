#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "referee/games/game_parts.h"
#include "referee/net/clock_spec.h"

namespace referee::play {

/// Adds to `options`, an object, what people play if they do not say it. Throws std::invalid_argument for an
/// option under which people cannot play.
void complete_options(const GameParts& game, nlohmann::json& options);

/// A clock that presses nobody: a day for each move. All are timed by the wall clock, which does not look at
/// bots while a person thinks, and the rules see no times: nobody loses a contested cell by thinking.
ClockSpec patient_clock();

/// "sample:NAME" of whom a person meets who names nobody. `number`: of the bot, from 0. REQUIRES: the game
/// has opponents.
std::string default_bot(const GameParts& game, std::size_t number);

}  // namespace referee::play
