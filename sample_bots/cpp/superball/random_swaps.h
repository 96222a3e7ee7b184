#pragma once

#include <random>

#include "sample_bots/cpp/superball/strategy.h"

namespace superball {

/// The weakest player of the handout: swaps two random pieces until fewer than five cells are empty, then
/// scores a set if it can.
class RandomSwaps final : public Strategy {
 public:
  explicit RandomSwaps(std::uint64_t seed) : rng_(seed) {}
  Move choose(const Board& board, const Limits& limits) override;

 private:
  std::mt19937_64 rng_;
};

}  // namespace superball
