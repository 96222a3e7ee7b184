#pragma once

#include <chrono>
#include <cstdint>

#include "sample_bots/cpp/snake/beam.h"
#include "sample_bots/cpp/snake/maze.h"

namespace snake {

/// How much a plan may cost.
struct Limits {
  std::chrono::milliseconds budget{800};  ///< of wall time, unless nodes are limited
  std::uint64_t nodes = 0;                ///< states expanded; 0: as many as the budget allows
};

/// The result of a search, and its costs.
struct Plan {
  Path path;                ///< without an exit: the steps are empty
  std::uint64_t nodes = 0;  ///< states expanded
  int passes = 0;
  bool all_seen = false;  ///< the last pass left out no state: more time would not help
};

/// The best path to an exit that can be found from here: first a short way out, then passes of beam search,
/// each wider than the one before, until the limits are reached. With a limit on nodes it is a function of
/// its arguments. REQUIRES: !snake.exited.
Plan find_path(const Snake& snake, const Limits& limits);

}  // namespace snake
