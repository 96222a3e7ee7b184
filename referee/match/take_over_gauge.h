#pragma once

#include <deque>

#include "referee/base/time.h"

namespace referee {

/// Limits how often a name changes its connection: five take-overs a minute, then the newest has to wait.
/// Pure arithmetic on time points.
class TakeOverGauge {
 public:
  static constexpr std::size_t kAllowed = 5;
  static constexpr Milliseconds kWindow{60000};

  /// How long a take-over at `now` has to wait; zero: it may happen, and is counted.
  Milliseconds wait_at(TimePoint now) {
    while (!recent_.empty() && now - recent_.front() >= kWindow) {
      recent_.pop_front();
    }
    if (recent_.size() >= kAllowed) {
      return std::chrono::ceil<Milliseconds>(recent_.front() + kWindow - now);
    }
    recent_.push_back(now);
    return Milliseconds{0};
  }

 private:
  std::deque<TimePoint> recent_;
};

}  // namespace referee
