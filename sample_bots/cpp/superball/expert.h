#pragma once

#include <memory>

#include "sample_bots/cpp/superball/gatherer.h"
#include "sample_bots/cpp/superball/planner.h"
#include "sample_bots/cpp/superball/strategy.h"

namespace superball {

/// Plays with the learned weights: looks ahead as far as the limits allow; with one node, it only values the
/// board after each move. A Gatherer plays boards that are too large for a CellSet.
class Expert final : public Strategy {
 public:
  explicit Expert(std::uint64_t seed) : seed_(seed), gatherer_(seed) {}
  Move choose(const Board& board, const Limits& limits) override;

 private:
  struct Game {
    Game(const Board& board, std::uint64_t seed);
    Shape shape;
    Planner planner;
  };

  std::uint64_t seed_;
  Gatherer gatherer_;
  std::unique_ptr<Game> game_;  // of the first board
};

}  // namespace superball
