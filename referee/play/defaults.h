#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/net/clock_spec.h"

namespace referee::play {

/// Adds to `options`, an object, what people play if they do not say it: maps and mazes that fit into a
/// window. Throws std::invalid_argument for an option under which nobody can play with keys.
void complete_options(std::string_view game, nlohmann::json& options);

/// A clock that presses nobody: a day for each move. All are timed by the wall clock, which does not look at
/// bots while a person thinks, and the rules see no times: nobody loses a contested cell by thinking.
ClockSpec patient_clock();

/// "sample:NAME" of whom a person meets who names nobody. `number`: of the bot, from 0.
std::string default_bot(std::string_view game, std::size_t number);

/// Whether people type lines; else they press keys, in a window.
bool is_played_in_lines(std::string_view game);

}  // namespace referee::play
