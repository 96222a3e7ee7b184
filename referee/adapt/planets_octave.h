#pragma once

#include <string>
#include <vector>

namespace referee {

/// Players of the handout of E7 Planets: a folder with e7planets_player.m, whose function gets the map as a
/// struct and returns a direction. An adapter's functions, see adapter.h.
/// Whether `words` is a folder that is there, and nothing else.
bool accepts_player_folder(const std::vector<std::string>& words);
/// Becomes Octave, which returns only if it cannot be started: throws std::system_error. What it works with
/// is in a folder of its own below TMPDIR: the player's file alone, as the handout wants it, and our driver.
int play_planets_octave(const std::vector<std::string>& words);

}  // namespace referee
