#pragma once

#include <chrono>
#include <cstdint>

#include "sample_bots/cpp/superball/board.h"

namespace superball {

/// How much a move may cost.
struct Limits {
  std::chrono::microseconds budget{0};  ///< of wall time, unless nodes are limited
  std::uint64_t nodes = 0;              ///< positions looked at; 0: as many as the budget allows
};

/// A way to play.
class Strategy {
 public:
  virtual ~Strategy() = default;
  /// A legal move; when the game is lost, the swap that ends it. REQUIRES: at least two pieces on the board.
  virtual Move choose(const Board& board, const Limits& limits) = 0;
};

}  // namespace superball
