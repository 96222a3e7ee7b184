#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lightcycle {

/// How many cells of a region a cycle can visit at most. Single cells connect the chambers of a region; a
/// cycle that passes such a cell cannot return. So it can visit the chamber that it is in, then one of the
/// chambers behind that, and so on, but not the whole region.
class Chambers {
 public:
  /// `inside`: the region of a grid of `width` cells a row, nonzero for its cells; `start` is one of them.
  /// Counts the cells on the best way through the chambers, without `start`.
  int count(std::span<const std::uint8_t> inside, std::size_t width, std::size_t start);

 private:
  // Tarjan's search for biconnected components, with its own stack: regions are too deep for the call stack.
  struct Visit {
    std::size_t cell = 0;
    std::size_t parent = 0;
    int next_step = 0;
  };

  void enter(std::size_t cell, std::size_t parent);
  /// After all neighbours of `cell`: passes the results for `cell` to its parent.
  void leave(std::size_t cell, std::size_t parent);

  int entered_ = 0;
  std::vector<int> order_;   // by cell: when it was entered, from 1; 0: not yet
  std::vector<int> lowest_;  // by cell: smallest order_ next to it or to the cells below it
  std::vector<int> behind_;  // by cell: best count of the chambers that are reached through it only
  std::vector<Visit> visits_;
  std::vector<std::size_t> open_;  // cells whose chamber is not complete
};

}  // namespace lightcycle
