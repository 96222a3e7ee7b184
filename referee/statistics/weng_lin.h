#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace referee::rating {

/// What is believed of a player's strength: normally distributed. Strengths are natural logarithms, as those
/// of `ratings_of`: 400 / ln 10 Elo each.
struct Belief {
  /// The standard deviation of a player of whom nothing is known: its 95% interval reaches 680 Elo to each
  /// side.
  static constexpr double kWide = 2;

  double mean = 0;
  double deviation = kWide;  ///< above 0; 0: the strength is known, and no game changes it

  bool operator==(const Belief&) const = default;
};

/// The player of one seat of a game: what was believed of it before, and its rank; less is better, and equal
/// ones have tied.
struct RankedBelief {
  Belief before;
  int rank = 1;
};

/// What is believed after a game, by seat: R. C. Weng and C.-J. Lin, A Bayesian approximation method for
/// online ranking, JMLR 12 (2011), algorithm 4 (Plackett-Luce). It takes one pass over each game and keeps no
/// game, so that pairings can use it after every match; the ratings that people are shown are `ratings_of`.
/// REQUIRES: at least two seats.
std::vector<Belief> beliefs_after(std::span<const RankedBelief> seats);

/// What is believed of a changed version of a player: the same mean, and a wider interval, at most that of a
/// player of whom nothing is known.
Belief of_next_version(const Belief& predecessor);

}  // namespace referee::rating
