#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "referee/statistics/counts.h"

namespace referee::comparison {

/// How often each possible result occurred: what both models, of games and of pairs, are computed from.
class Outcomes {
 public:
  explicit Outcomes(const GameCounts& games);
  explicit Outcomes(const PairCounts& pairs);

  std::size_t size() const { return size_; }  ///< of possible results: 3 or 5
  double total() const { return total_; }     ///< of observations

  /// What a possible result is worth, less the 1/2 of an even one: from -1/2 to 1/2, ascending.
  double value(std::size_t i) const { return values_[i]; }
  /// The share of the observations that had result `i`, from 0 to 1; 0 for all results if there is no
  /// observation.
  double share(std::size_t i) const { return shares_[i]; }

  double mean() const;         ///< of the values
  double mean_square() const;  ///< of the values, about 0
  Outcomes mirrored() const;   ///< as the other player sees them

 private:
  explicit Outcomes(std::span<const std::int64_t> counts);

  std::array<double, 5> values_{};
  std::array<double, 5> shares_{};
  std::size_t size_ = 0;
  double total_ = 0;
};

}  // namespace referee::comparison
