#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/process/confinement.h"

namespace referee {

/// What every confined program may read and execute: /usr, what used to lie beside it, and the files of /etc
/// that programs need to start.
std::vector<std::filesystem::path> system_paths();
/// Whether `path` is below one of them, or of /etc.
bool is_of_system(const std::filesystem::path& path);

struct Visible {
  std::vector<std::string> read;  ///< to read and execute, with all that is in them
  /// Folders in which something is hidden. Landlock has to show the names in all of one or of none, and
  /// interpreters look for modules by listing.
  std::vector<std::string> listed;
};
/// All that a program may read: the system's, what is listed as readable, and its folder without what is
/// hidden in it (files that are made there later are not seen then). A writable folder stands for itself and
/// is left out. Throws LaunchError for a readable path that is not there, or a writable folder with something
/// to hide.
Visible visible_to(const Confinement& confinement);

/// The command as it is executed inside: the program as an absolute path, looked up in CellOrder::kPath if it
/// has no "/", and arguments that are files of its folder as absolute paths, because the program works there.
/// Throws LaunchError, saying what to do, for a program that is not there or not visible.
std::vector<std::string> command_inside(const std::vector<std::string>& argv, const Confinement& confinement);

}  // namespace referee
