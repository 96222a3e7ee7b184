#pragma once

#include <filesystem>

#include "referee/base/files.h"

namespace referee {

/// Where a program of a handout works for one game: in a private copy of the folder that it was handed in
/// with, so that it finds its files, and what it writes is gone with the game.
class GameFolder {
 public:
  /// The copy of `original` has at most WorkFolder::kMostBytes and kMostFiles. The program works in a larger
  /// folder, one with links that lead outside, or one that cannot be read as a whole, as it is. Empty: the
  /// program works in an empty folder of its own. Pipes and sockets are left out. Throws std::system_error.
  explicit GameFolder(const std::filesystem::path& original);

  /// The folder in which the program works.
  const std::filesystem::path& path() const { return path_; }
  /// The folder in which the adapter may write: path() if that is a copy.
  const std::filesystem::path& writable() const { return writable_; }

 private:
  ScratchFolder place_;
  std::filesystem::path path_;
  std::filesystem::path writable_;
};

}  // namespace referee
