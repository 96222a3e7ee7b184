#include "referee/statistics/weng_lin.h"

#include <algorithm>
#include <cmath>

#include "protocol/require.h"

namespace referee::rating {
namespace {

constexpr double kLeastShare = 1e-4;  // of a variance that is left after a game (kappa in the paper)
constexpr double kVersionChange = 1;  // standard deviation of what a new version adds: 174 Elo

/// The sum of exp(strength / c) over those who were left when `rank` was taken.
double left_at(std::span<const RankedBelief> seats, int rank, double c) {
  double sum = 0;
  for (const RankedBelief& seat : seats) {
    sum += seat.rank >= rank ? std::exp(seat.before.mean / c) : 0;
  }
  return sum;
}

}  // namespace

std::vector<Belief> beliefs_after(std::span<const RankedBelief> seats) {
  REQUIRE(seats.size() >= 2);
  // The paper's beta^2 is 1 / seats here: then c is 1 where all strengths are known, and strengths are in the
  // units of the model in README.md whatever the size of the table. Its gamma is 1.
  double c_squared = 1;
  for (const RankedBelief& seat : seats) {
    c_squared += seat.before.deviation * seat.before.deviation;
  }
  const double c = std::sqrt(c_squared);
  std::vector<Belief> after;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    const Belief& before = seats[i].before;
    double gain = 0;   // omega, without its factor
    double known = 0;  // delta, without its factor
    for (std::size_t q = 0; q < seats.size(); ++q) {
      if (seats[q].rank > seats[i].rank) {
        continue;  // i had been chosen before q was
      }
      const auto tied = static_cast<double>(
          std::ranges::count_if(seats, [&](const RankedBelief& s) { return s.rank == seats[q].rank; }));
      const double chance = std::exp(before.mean / c) / left_at(seats, seats[q].rank, c);
      gain += ((q == i ? 1 : 0) - chance) / tied;
      known += chance * (1 - chance) / tied;
    }
    const double variance = before.deviation * before.deviation;
    const double share = std::max(kLeastShare, 1 - variance / c_squared * known);
    after.push_back({before.mean + variance / c * gain, std::sqrt(variance * share)});
  }
  return after;
}

Belief of_next_version(const Belief& predecessor) {
  return {predecessor.mean, std::min(Belief::kWide, std::hypot(predecessor.deviation, kVersionChange))};
}

}  // namespace referee::rating
