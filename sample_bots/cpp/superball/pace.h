#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace superball {

/// How long to think in a game under a `score_rate` clock, which allows more time as the score grows. A game
/// thinks for `percent` of the time that the clock has allowed; the time not used yet is divided among the
/// next kMovesAhead moves. With all other time on the clock, such as the network's, the total stays below
/// kCeiling of the time allowed.
class Pace {
 public:
  using Microseconds = std::chrono::microseconds;

  explicit Pace(std::int64_t percent) : share_(static_cast<double>(percent) / 100) {}

  /// The time for the next move; `left_ms` and `used_ms` are those of its turn.
  Microseconds next(double left_ms, double used_ms) const {
    const double allowed = left_ms + used_ms;
    const double by_share = share_ * allowed - std::chrono::duration<double, std::milli>(thought_).count();
    const double by_ceiling = kCeiling * allowed - used_ms;
    const double put_by = std::max(std::min(by_share, by_ceiling), 0.0);
    return Microseconds(static_cast<std::int64_t>(put_by / kMovesAhead * 1000));
  }
  /// Counts the time that a move has taken.
  void spend(Microseconds time) { thought_ += time; }

 private:
  static constexpr double kMovesAhead = 50;
  static constexpr double kCeiling = 0.6;

  double share_;
  Microseconds thought_{0};
};

}  // namespace superball
