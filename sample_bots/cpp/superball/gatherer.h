#pragma once

#include <random>
#include <vector>

#include "sample_bots/cpp/superball/strategy.h"

namespace superball {

/// Gathers pieces of one colour: makes the swap after which the sets look largest, the sum of the squares of
/// their sizes, and scores the largest set when room gets scarce. Plays boards of any size.
class Gatherer final : public Strategy {
 public:
  explicit Gatherer(std::uint64_t seed) : rng_(seed) {}
  Move choose(const Board& board, const Limits& limits) override;

 private:
  void label(const Board& board);
  double gain(const Board& board, int cell, int colour, int own_set) const;
  double gain_of_swap(const Board& board, int a, int b) const;
  Move best_swap(const Board& board);

  std::mt19937_64 rng_;
  std::vector<Set> sets_;
  std::vector<int> set_at_;  // by cell; -1: empty
};

}  // namespace superball
