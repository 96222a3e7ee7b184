#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "referee/adapt/adapter.h"
#include "referee/adapt/program_run.h"
#include "referee/base/files.h"

namespace referee {

/// Where a program of a handout is called for one game: its input is written there, and what it writes is
/// gone with the game where it works in a copy of the folder that it was handed in with.
class GameFolder {
 public:
  /// The copy of `original` has at most WorkFolder::kMostBytes and kMostFiles. The program works in a larger
  /// folder, one with links that lead outside, or one that cannot be read as a whole, as it is. Empty: the
  /// copy is an empty folder. Pipes and sockets are left out. Throws std::system_error.
  GameFolder(WorksIn works_in, const std::filesystem::path& original);

  /// The call of `words`, a program and words for it, with this input, which is written to its file in place
  /// of whatever has its name. Throws std::system_error if it cannot be written.
  ProgramCall call(std::vector<std::string> words, const ProgramInput& input) const;

 private:
  ScratchFolder place_;
  std::filesystem::path path_;      // in which the program works; empty: where this process does
  std::filesystem::path writable_;  // in which the input is written: path_ if that is a copy
};

}  // namespace referee
