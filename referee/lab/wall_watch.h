#pragma once

#include <string>
#include <vector>

#include "referee/clocks/clock_spec.h"
#include "referee/clocks/seat_clock.h"
#include "referee/lab/bot_process.h"

namespace referee {

/// Where the time of one answer of a launched bot went.
struct TurnTimes {
  Microseconds wall{0};   ///< less the time for which the machine kept the bot waiting for a processor
  Microseconds cpu{0};    ///< of the bot and all that it has started
  Microseconds limit{0};  ///< what the clock would have allowed if it charged `wall`; may be negative
};

/// Watches what a launched bot does with wall time, which a clock of processor time does not charge: a bot
/// that sleeps seems quick there, and is late where wall time counts.
class WallWatch {
 public:
  /// For one match. `clock`: as if it charged wall time.
  explicit WallWatch(const ClockSpec& clock) : on_wall_(clock) {}

  /// Call this before a request is sent, with what the bot has computed by then.
  void asked(const ProcessorTime& bot) { at_request_ = bot; }
  /// What the bot did since asked(). `now`: what it has computed by now; `elapsed`: wall time from the
  /// request to its answer; `score`: before it.
  TurnTimes answered(const ProcessorTime& now, Microseconds elapsed, double score);

 private:
  SeatClock on_wall_;
  ProcessorTime at_request_;
};

/// What to tell the author of a bot whose answers are too slow in wall time; "": nothing.
std::string slow_on_wall(const std::vector<TurnTimes>& turns);
/// What to tell the author of a bot that sleeps in at least half of its turns; "": it does not.
std::string sleeping(const std::vector<TurnTimes>& turns);

}  // namespace referee
