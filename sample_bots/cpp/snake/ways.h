#pragma once

#include <limits>
#include <string>
#include <vector>

#include "sample_bots/cpp/snake/maze.h"

namespace snake {

inline constexpr int kNoWay = std::numeric_limits<int>::max() / 4;  ///< a distance: there is no way

/// What a step into a cell costs in a distance. A cost of kNoWay forbids the step.
struct Costs {
  int wall = kNoWay;
  int mishap = 1;
};

/// By cell: the cost of the cheapest way to one of `goals`.
std::vector<int> distances_to(const Maze& maze, const std::vector<int>& goals, const Costs& costs);

/// All cells that carry `mark`.
std::vector<int> cells_with(const Maze& maze, char mark);

/// The shortest way from a cell to an exit that needs no drill, as letters; empty if there is none.
std::string shortest_open_way(const Maze& maze, int from);

/// A way out that may need drills, as letters; empty if none is found. The search counts every wall on the
/// way, also one that was drilled before, and uses only the nearest drills: `kDrillsOnTheWay`, fewer in a
/// very large maze.
std::string way_out_with_drills(const Snake& snake);
inline constexpr std::size_t kDrillsOnTheWay = 6;

}  // namespace snake
