#pragma once

#include "referee/games/game_parts.h"

/// The parts of a game that is none of ours: its rules are a program, and say themselves what to draw and
/// which moves are legal.
namespace referee {

/// Fits every game.
GameParts any_parts();

namespace play {
std::unique_ptr<InputController> any_input(const InputSetup& setup);
std::unique_ptr<LineController> any_lines(const engines::Game& begin, const InputSetup& setup);
}  // namespace play

}  // namespace referee
