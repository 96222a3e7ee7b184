#pragma once

#include <string>
#include <vector>

#include "referee/adapt/adapter.h"

namespace referee {

/// The handout of E7 Planets: a folder with e7planets_player.m, whose function gets the map as a struct and
/// returns a direction. GNU Octave runs it, and speaks the protocol itself (referee/adapt/octave).
namespace planets_octave {

/// Whether `words` is a folder that is there, and nothing else.
bool accepts(const std::vector<std::string>& words);
/// Becomes Octave, which returns only if it cannot be started: throws std::system_error. What it works with
/// is in a folder of its own below TMPDIR: the player's file alone, as the handout wants it, and our driver.
int play(const std::vector<std::string>& words);

}  // namespace planets_octave

inline constexpr Adapter kPlanetsOctave = {
    .name = "planets-octave",
    .game = "planets",
    .interpreter = "octave-cli",
    .package = "octave",
    .starts_programs = false,
    .expects = "a folder with e7planets_player.m",
    .accepts = &planets_octave::accepts,
    .play = &planets_octave::play,
};

}  // namespace referee
