#pragma once

#include "referee/games/game_parts.h"

/// The parts of Planets that are in sources of their own; parts.cpp puts them together.
namespace referee {

namespace play {
std::unique_ptr<InputController> planets_input(const InputSetup& setup);
}

/// Players of the handout of E7 Planets, in Octave: a folder with e7planets_player.m, whose function gets the
/// map as a struct and returns a direction.
extern const Adapter kPlanetsOctave;

}  // namespace referee
