#pragma once

#include "referee/base/units.h"

namespace referee {

/// When reports may be written again: each covers all that has been played, so that writing them after every
/// round would take most of the time of a long tournament. Arithmetic on time points, without a clock of its
/// own.
class ReportPace {
 public:
  /// The pause before the next write is this many times as long as the last write took.
  static constexpr int kRest = 50;

  /// The reports were written from `begun` to `ended`.
  void written(TimePoint begun, TimePoint ended) { due_ = ended + kRest * (ended - begun); }
  /// The earliest time of the next write.
  TimePoint due() const { return due_; }

 private:
  TimePoint due_ = TimePoint::min();
};

}  // namespace referee
