#pragma once

#include <algorithm>
#include <chrono>

#include "referee/base/units.h"

namespace referee {

/// When reports may be written again: each covers all that has been played, so that writing them after every
/// round would take most of the time of a long tournament. Arithmetic on time points, without a clock of its
/// own.
class ReportPace {
 public:
  /// The pause before the next write is this many times as long as the last write took,
  static constexpr int kRest = 50;
  /// and no longer than this: what a write has to cover grows with the pause before it.
  static constexpr std::chrono::seconds kLongestRest{30};

  /// The reports were written from `begun` to `ended`.
  void written(TimePoint begun, TimePoint ended) {
    due_ = ended + std::min<Nanoseconds>(kRest * (ended - begun), kLongestRest);
  }
  /// The earliest time of the next write.
  TimePoint due() const { return due_; }

 private:
  TimePoint due_ = TimePoint::min();
};

}  // namespace referee
