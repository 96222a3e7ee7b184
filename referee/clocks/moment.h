#pragma once

#include "referee/base/units.h"
#include "referee/clocks/stamp.h"

namespace referee {

/// One moment on both clocks.
struct Moment {
  TimePoint mono;
  RealtimeOffset offset{0};

  /// Samples (monotonic, realtime, monotonic), again if the process was interrupted in between; `mono` is the
  /// first reading.
  static Moment now();
};

}  // namespace referee
