#include "referee/statistics/outcomes.h"

#include <algorithm>
#include <cstdint>

namespace referee::comparison {

Outcomes::Outcomes(std::span<const std::int64_t> counts) : size_(counts.size()) {
  for (const std::int64_t count : counts) {
    total_ += static_cast<double>(count);
  }
  for (std::size_t i = 0; i < size_; ++i) {
    values_[i] = static_cast<double>(i) / static_cast<double>(size_ - 1) - 0.5;
    shares_[i] = total_ > 0 ? static_cast<double>(counts[i]) / total_ : 0;
  }
}

Outcomes::Outcomes(const GameCounts& games)
    : Outcomes(std::array<std::int64_t, 3>{games.losses, games.draws, games.wins}) {}

Outcomes::Outcomes(const PairCounts& pairs) : Outcomes(std::span<const std::int64_t>(pairs.by_half_points)) {}

double Outcomes::mean() const {
  double sum = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    sum += shares_[i] * values_[i];
  }
  return sum;
}

double Outcomes::mean_square() const {
  double sum = 0;
  for (std::size_t i = 0; i < size_; ++i) {
    sum += shares_[i] * values_[i] * values_[i];
  }
  return sum;
}

Outcomes Outcomes::mirrored() const {
  Outcomes other = *this;
  std::reverse(other.shares_.begin(), other.shares_.begin() + static_cast<std::ptrdiff_t>(size_));
  return other;
}

}  // namespace referee::comparison
