#pragma once

#include <algorithm>
#include <array>

#include "engines/lightcycle/lightcycle.h"

/// Where a cycle of Light Cycle can go from a cell.
namespace engines::lightcycle {

using Cell = LightCycle::Cell;

inline constexpr std::array<Cell, 4> kSteps = {{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}};

inline Cell moved(const Cell& cell, const Cell& step) { return {.x = cell.x + step.x, .y = cell.y + step.y}; }

inline bool are_neighbours(const Cell& a, const Cell& b) {
  return std::ranges::any_of(kSteps, [&](const Cell& step) { return moved(a, step) == b; });
}

}  // namespace engines::lightcycle
