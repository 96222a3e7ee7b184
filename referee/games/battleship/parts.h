#pragma once

#include "referee/games/game_parts.h"

/// The parts of Battleship that are in sources of their own; parts.cpp puts them together.
namespace referee {

namespace play {
std::unique_ptr<InputController> battleship_input(const InputSetup& setup);
}

}  // namespace referee
