#pragma once

#include <cstdint>
#include <vector>

#include "bench/search/snake_board.h"

namespace snake_tool {

inline constexpr int kPointsOfCoin = 10;

/// An upper bound of the gain from a position: ten for each coin on the best walk through any of the coins
/// left and to an exit, less its steps. It ignores mishaps, biting, and the walls that were drilled before,
/// so the real gain is never more.
class Bound {
 public:
  explicit Bound(const Board& board);
  /// kHopeless or less if no exit can be reached.
  int to_go(const Position& position) const;

  static constexpr int kHopeless = -10'000;

 private:
  using Distances = std::vector<std::int16_t>;  // by cell

  Distances distances_to(const std::vector<int>& goals) const;
  void fill_table();
  /// The gain of the best walk from `cell` if the coins of the set `left` remain.
  int best_from(int cell, std::uint32_t left) const;

  const Board& board_;
  Distances to_exit_;
  std::vector<Distances> to_coin_;  // by coin
  std::vector<std::int16_t> best_;  // by set of coins left and the coin taken last
};

}  // namespace snake_tool
