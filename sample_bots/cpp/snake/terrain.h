#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sample_bots/cpp/snake/maze.h"
#include "sample_bots/cpp/snake/ways.h"

namespace snake {

/// A number that looks random and is the same for the same input (splitmix64).
std::uint64_t scramble(std::uint64_t x);

/// How far coins are from everywhere; coins have numbers from 0.
class CoinDistances {
 public:
  CoinDistances(const Maze& maze, const std::vector<int>& coin_cells, const Costs& costs);

  int to_coin(int cell, int coin) const {
    return to_coin_[static_cast<std::size_t>(coin)][static_cast<std::size_t>(cell)];
  }
  int between(int from, int to) const { return to_coin(coin_cells_[static_cast<std::size_t>(from)], to); }
  /// kNoWay if there is no way.
  int to_exit(int cell) const { return to_exit_[static_cast<std::size_t>(cell)]; }
  int coin_to_exit(int coin) const { return to_exit(coin_cells_[static_cast<std::size_t>(coin)]); }
  /// The coins that can be reached, nearest first.
  const std::vector<std::int16_t>& near(int cell) const { return near_[static_cast<std::size_t>(cell)]; }

 private:
  std::vector<int> coin_cells_;
  std::vector<int> to_exit_;
  std::vector<std::vector<int>> to_coin_;
  std::vector<std::vector<std::int16_t>> near_;
};

/// What never changes during a search: the maze at its root, and tables about it.
class Terrain {
 public:
  explicit Terrain(const Snake& root);

  char mark(int cell) const { return maze_.mark(cell); }
  const std::array<int, 4>& offsets() const { return offsets_; }

  /// The number of the object that can vanish from a cell, -1 for none: coins are first, as 0..coins()-1,
  /// then mishaps and drills, and then walls if any can be drilled.
  int slot(int cell) const { return slots_[static_cast<std::size_t>(cell)]; }
  int slots() const { return slot_count_; }
  /// The tables contain coins 0..charted()-1, the nearest to the head. The snake takes other coins only where
  /// they lie on its way.
  int charted() const { return static_cast<int>(charted_.size()); }
  int coins() const { return coins_; }

  /// In steps, at the least: walls count as open if any can be drilled.
  const CoinDistances& in_steps() const { return in_steps_; }
  /// Whether there are mishaps or walls to drill, so that with_care() differs from in_steps().
  bool needs_care() const { return needs_care_; }
  /// Distances in which walls and mishaps, which a snake can avoid, cost more than a step.
  const CoinDistances& with_care() const { return with_care_; }
  /// Whether the only way back from a coin is the way to it: there a body of two or more is cut to one.
  bool at_dead_end(int coin) const { return at_dead_end_[static_cast<std::size_t>(coin)]; }

 private:
  void number_slots();
  void find_dead_ends(int head);

  Maze maze_;
  std::array<int, 4> offsets_;
  bool drilling_;
  bool needs_care_;
  int coins_;
  std::vector<int> charted_;  ///< cells
  CoinDistances in_steps_;
  CoinDistances with_care_;
  std::vector<std::int16_t> slots_;
  int slot_count_ = 0;
  std::vector<bool> at_dead_end_;
};

}  // namespace snake
