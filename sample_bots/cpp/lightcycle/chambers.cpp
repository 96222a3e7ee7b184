#include "sample_bots/cpp/lightcycle/chambers.h"

#include <algorithm>
#include <optional>

namespace lightcycle {
namespace {

/// The neighbour of a cell in one of four directions, if it is on the grid.
std::optional<std::size_t> neighbour(std::size_t cell, int step, std::size_t width, std::size_t cells) {
  const std::size_t x = cell % width;
  switch (step) {
    case 0:
      return cell >= width ? std::optional(cell - width) : std::nullopt;
    case 1:
      return x + 1 < width ? std::optional(cell + 1) : std::nullopt;
    case 2:
      return cell + width < cells ? std::optional(cell + width) : std::nullopt;
    default:
      return x > 0 ? std::optional(cell - 1) : std::nullopt;
  }
}

}  // namespace

int Chambers::count(std::span<const std::uint8_t> inside, std::size_t width, std::size_t start) {
  entered_ = 0;
  order_.assign(inside.size(), 0);
  lowest_.resize(inside.size());
  behind_.resize(inside.size());
  visits_.clear();
  open_.clear();
  enter(start, start);
  while (true) {
    Visit& visit = visits_.back();
    const std::size_t cell = visit.cell;
    if (visit.next_step == 4) {
      const std::size_t parent = visit.parent;
      visits_.pop_back();
      if (visits_.empty()) {
        return behind_[start];
      }
      leave(cell, parent);
      continue;
    }
    const auto next = neighbour(cell, visit.next_step++, width, inside.size());
    if (!next || inside[*next] == 0 || *next == visit.parent) {
      continue;
    }
    if (order_[*next] == 0) {
      enter(*next, cell);
    } else {
      lowest_[cell] = std::min(lowest_[cell], order_[*next]);
    }
  }
}

void Chambers::enter(std::size_t cell, std::size_t parent) {
  order_[cell] = lowest_[cell] = ++entered_;
  behind_[cell] = 0;
  visits_.push_back({cell, parent, 0});
  open_.push_back(cell);
}

void Chambers::leave(std::size_t cell, std::size_t parent) {
  if (lowest_[cell] < order_[parent]) {
    lowest_[parent] = std::min(lowest_[parent], lowest_[cell]);
    return;
  }
  // The parent separates `cell`, and the cells above it in open_, from the rest: they are one chamber.
  int cells = 0;
  int farther = 0;
  std::size_t taken = 0;
  do {
    taken = open_.back();
    open_.pop_back();
    ++cells;
    farther = std::max(farther, behind_[taken]);
  } while (taken != cell);
  behind_[parent] = std::max(behind_[parent], cells + farther);
}

}  // namespace lightcycle
