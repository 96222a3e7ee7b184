#pragma once

#include "referee/games/game_parts.h"

/// The parts of Superball that are in sources of their own; parts.cpp puts them together.
namespace referee {

namespace play {
std::unique_ptr<InputController> superball_input(const InputSetup& setup);
/// Superball in lines, as in the handout. It plays a copy of the match's game, so that it can refuse a
/// mistyped line and not send it: in a match such a line would end the game, with no points.
std::unique_ptr<LineController> superball_lines(const engines::Game& begin, const InputSetup& setup);
}  // namespace play

}  // namespace referee
