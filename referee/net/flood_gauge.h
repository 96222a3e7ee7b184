#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>

#include "referee/base/units.h"

namespace referee {

/// Counts what a connection sends beside answers: kBurst units at once and kPerSecond after that are
/// harmless, more is a flood. A unit is a line, or a read that ends none. From kCalm on a connection is read
/// less often while it ends no line. Pure arithmetic on time points.
class FloodGauge {
 public:
  static constexpr std::int64_t kBurst = 1000;
  static constexpr std::int64_t kPerSecond = 200;
  static constexpr std::int64_t kCalm = 100;

  /// Counts `units` at `now`; true if that is too much.
  bool spend(std::int64_t units, TimePoint now) {
    const auto refill = std::chrono::duration_cast<Milliseconds>(now - since_).count() * kPerSecond / 1000;
    if (refill > 0) {
      level_ = std::max<std::int64_t>(0, level_ - refill);
      since_ = now;
    }
    level_ += units;
    return level_ > kBurst;
  }

  bool is_calm() const { return level_ < kCalm; }

  /// What a flood is, in words.
  static std::string over() {
    return "over " + std::to_string(kBurst) + " lines, or parts of lines, that answer no turn";
  }

  /// Takes the newest line back: it answered a turn.
  void refund() { level_ = std::max<std::int64_t>(0, level_ - 1); }

 private:
  TimePoint since_{};
  std::int64_t level_ = 0;
};

}  // namespace referee
