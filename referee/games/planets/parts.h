#pragma once

#include "referee/games/game_parts.h"

/// The parts of Planets that are in sources of their own; parts.cpp puts them together.
namespace referee {

namespace play {
std::unique_ptr<InputController> planets_input(const InputSetup& setup);
}

}  // namespace referee
