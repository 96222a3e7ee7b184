#pragma once

#include "referee/base/time.h"

namespace referee {

/// When reports may be written again: each tells of all that has been played, so that after every round of a
/// long tournament they would take most of the time. Arithmetic on time points, without a clock of its own.
class ReportPace {
 public:
  /// So many times as long as they took to write, they are let stand.
  static constexpr int kRest = 50;

  /// They have been written in that time.
  void written(TimePoint begun, TimePoint ended) { due_ = ended + kRest * (ended - begun); }
  /// Not before that.
  TimePoint due() const { return due_; }

 private:
  TimePoint due_ = TimePoint::min();
};

}  // namespace referee
