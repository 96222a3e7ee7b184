#pragma once

#include <cstddef>
#include <string>

#include "engines/snake/maze.h"

namespace snake_tool {

struct Effort {
  std::size_t width = 20'000;         ///< positions kept after each step of the beam search
  std::size_t positions = 8'000'000;  ///< limit of the exhaustive search: some 100 bytes each
};

struct Best {
  int score = 0;     ///< as in the rules; 0 if no path to an exit was found
  std::string path;  ///< a path with that score
  bool proven = false;
};

/// The best score of a maze without a limit on steps: a beam search, then an exhaustive search for a better
/// path. Not proven if the latter reaches its limit. Throws std::runtime_error if the maze is too large.
Best search(const engines::MazeRows& maze, bool body, const Effort& effort);

}  // namespace snake_tool
