#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace superball {

/// How long to think in a game under a `score_rate` clock, which allows more and more time as the score
/// grows. What is put by is spent over the next kMovesAhead moves. Thinking takes so many percent of all that
/// the clock allows; whatever else is charged, such as the way to the referee, the total stays below kCeiling
/// of it.
class Pace {
 public:
  using Microseconds = std::chrono::microseconds;

  explicit Pace(std::int64_t percent) : share_(static_cast<double>(percent) / 100) {}

  /// For the next move; `left_ms` and `used_ms` are those of its turn.
  Microseconds next(double left_ms, double used_ms) const {
    const double allowed = left_ms + used_ms;
    const double by_share = share_ * allowed - std::chrono::duration<double, std::milli>(thought_).count();
    const double by_ceiling = kCeiling * allowed - used_ms;
    const double put_by = std::max(std::min(by_share, by_ceiling), 0.0);
    return Microseconds(static_cast<std::int64_t>(put_by / kMovesAhead * 1000));
  }
  /// So long a move was thought about.
  void spend(Microseconds time) { thought_ += time; }

 private:
  static constexpr double kMovesAhead = 50;
  static constexpr double kCeiling = 0.6;

  double share_;
  Microseconds thought_{0};
};

}  // namespace superball
