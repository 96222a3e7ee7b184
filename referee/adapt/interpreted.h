#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engines/embedded_file.h"

namespace referee {

/// A new folder among the temporary files, for a process that becomes another program: this program cannot
/// remove it, the one that launched us does. Throws std::system_error.
std::filesystem::path new_driver_folder();
/// Writes the files of a driver into a new folder; `suffix`: ".m". Throws std::system_error.
void write_driver(std::span<const engines::EmbeddedFile> files, std::string_view suffix,
                  const std::filesystem::path& folder);

/// Robots of the Light Cycle handout: one file of Scheme that defines LightCycle_first_last. An adapter's
/// functions, see adapter.h.
bool accepts_scheme_file(const std::vector<std::string>& words);
/// Becomes Racket, which runs racket/lightcycle.rkt with the file. Returns only by throwing
/// std::system_error: Racket is not installed, or the driver cannot be written.
int play_lightcycle_racket(const std::vector<std::string>& words);

/// Players of the handout of E7 Planets: a folder with e7planets_player.m, whose function gets the map as a
/// struct and returns a direction. An adapter's functions, see adapter.h.
/// Whether `words` is the name of one existing folder.
bool accepts_player_folder(const std::vector<std::string>& words);
/// Becomes Octave, which returns only if it cannot be started: throws std::system_error. What it works with
/// is in a folder of its own below TMPDIR: the player's file alone, as the handout wants it, and our driver.
int play_planets_octave(const std::vector<std::string>& words);

}  // namespace referee
