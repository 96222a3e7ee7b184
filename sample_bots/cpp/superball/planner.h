#pragma once

#include <chrono>
#include <cstdint>
#include <random>
#include <vector>

#include "sample_bots/cpp/superball/outlook.h"
#include "sample_bots/cpp/superball/strategy.h"

namespace superball {

/// Looks two moves ahead: it deals the pieces that are added next at random, the same for each of the most
/// promising moves, and finds the best next move for each deal. It drops the worse half of the moves again
/// and again, so that most of the time is left for moves of almost the same worth.
class Planner {
 public:
  Planner(const Shape& shape, const Weights& weights, std::uint64_t seed);

  /// The move to make, also if every move ends the game. With a limit on nodes the choices of a new
  /// Planner are a function of its seed and the positions. REQUIRES: at least two pieces.
  Choice choose(const Position& position, const Limits& limits);
  /// Positions looked at by the latest choose().
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Candidate {
    Choice choice;
    Position after;
    double doom = 0;  ///< sum over the deals so far
  };
  /// One piece that may be added: its place among the empty cells, and its colour.
  struct Piece {
    std::uint64_t draw;
    int colour;
  };

  Choice last_move(const Position& position) const;
  void try_deal(std::vector<Candidate>& candidates);
  bool spent(const Limits& limits, double share) const;

  const Shape& shape_;
  Outlook outlook_;
  std::mt19937_64 rng_;
  std::vector<Choice> found_;
  std::uint64_t nodes_ = 0;
  std::chrono::steady_clock::time_point started_;
};

}  // namespace superball
