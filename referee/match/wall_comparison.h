#pragma once

#include <cstdint>

#include "referee/clocks/clock_spec.h"
#include "referee/clocks/seat_clock.h"
#include "referee/record/match_result.h"

namespace referee {

/// What a seat's clock would say if wall time were charged, while processor time is: a bot that sleeps seems
/// quick, and would be late on a server where it dials in. Only answers that are in time by processor time
/// are compared; others are faults as it is. Pure arithmetic.
class WallComparison {
 public:
  explicit WallComparison(const ClockSpec& clock) : on_wall_(clock) {}

  /// Whether an answer after so much wall time would be too late. `score`: the seat's before the answer.
  bool exceeds(Microseconds wall, double score) const { return wall > on_wall_.limit(score); }

  /// An answer that was in time.
  struct Answer {
    std::int64_t turn = 0;
    Microseconds wall{0};   ///< from the request to the answer
    Microseconds spent{0};  ///< of processor time, as it was charged
    double score = 0;       ///< the seat's before the answer
  };
  /// Books `answer` on the clock of wall time, and counts it in `over` if it would have been too late.
  void answered(const Answer& answer, WallOver& over);

 private:
  SeatClock on_wall_;
};

}  // namespace referee
