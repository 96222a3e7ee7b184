#pragma once

#include <cstddef>
#include <string>

#include "engines/snake/maze.h"

namespace snake_tool {

struct Effort {
  std::size_t width = 20'000;         ///< positions kept after each step of the beam search
  std::size_t positions = 8'000'000;  ///< that the exhaustive search may look at: some 100 bytes each
};

struct Best {
  int score = 0;     ///< as in the rules; 0 if no path to an exit was found
  std::string path;  ///< a path with that score
  bool proven = false;
};

/// The best score of a maze without a bound on steps: a beam search first, then an exhaustive one for
/// anything better. Not proven if that was too much. Throws std::runtime_error if the maze is too large.
Best search(const engines::MazeRows& maze, bool body, const Effort& effort);

}  // namespace snake_tool
