#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/clocks/clock_spec.h"
#include "referee/games/game_parts.h"

namespace referee::play {

/// Adds to `options`, an object, the defaults for people. Throws std::invalid_argument for an option under
/// which people cannot play.
void complete_options(const GameParts& game, nlohmann::json& options);

/// Whether two people can sit at one keyboard: there are two seats, they move in turn, and nothing is hidden.
bool is_for_two(const engines::Facts& facts);

/// A clock without time pressure: a day for each move. It measures wall time, so that the referee need not
/// check the processor time of bots while a person thinks. The rules see no times, so a person who thinks
/// loses no contested cell.
ClockSpec patient_clock();

/// "sample:NAME" or "game:NAME" of an opponent if the command names none. `number`: of the bot, from 0.
/// Throws std::invalid_argument if no such bot plays the game.
std::string default_bot(const engines::Entry& game, std::size_t number);

}  // namespace referee::play
