#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "referee/base/time.h"

namespace referee {

/// How long this machine lets a thread wait that asks to be woken every millisecond, found out on a thread of
/// its own.
class StallGauge {
 public:
  using Done = std::function<void(Microseconds worst)>;

  /// Measures for `time`, or until this object goes, then calls `done` once, on the gauge's thread.
  StallGauge(Milliseconds time, Done done);

 private:
  std::jthread thread_;  // its end is asked for, and waited for, when it goes
};

/// Measures in the background for a fifth of a second, and logs stall_warning() if there is reason to.
/// Nothing is measured without a budget, or if the environment's REFEREE_STALL_CHECK is "off".
std::unique_ptr<StallGauge> watch_for_stalls(std::optional<Milliseconds> budget);

}  // namespace referee
