#pragma once

#include <array>

#include "referee/games/game_parts.h"

/// The parts of Snake Labyrinth that are in sources of their own; parts.cpp puts them together.
namespace referee {

namespace play {
std::unique_ptr<InputController> snake_input(const InputSetup& setup);
}

/// Programs of the handouts (adapter.h): those of the challenges, which are started as `PROG --challenge`,
/// and those of the final, which are started as `PROG`.
extern const std::array<Adapter, 2> kSnakeAdapters;

}  // namespace referee
