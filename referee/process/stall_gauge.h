#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "referee/base/units.h"
#include "referee/clocks/clock_spec.h"

namespace referee {

/// What a turn may take where a stall of this machine would be charged to a bot: `ms` of the kinds per_move
/// and mean. Nothing if no seat is on the wall clock, nor for bank and score_rate, whose time is for the
/// whole game: a stall is a small part of it. `dialled`: whether bots dial in, which are on the wall clock
/// unless the clock says otherwise.
std::optional<Milliseconds> wall_budget(const ClockSpec& clock, bool dialled);

/// A warning for the operator of a machine that has let a thread wait for `stall`, with what to do; nothing
/// if that is at most a quarter of the budget.
std::optional<std::string> stall_warning(Milliseconds budget, Microseconds stall);

/// How long this machine lets a thread wait that asks to be woken every millisecond, found out on a thread of
/// its own.
class StallGauge {
 public:
  using Done = std::function<void(Microseconds worst)>;

  /// Measures for `time`, or until this object is destroyed, then calls `done` once, on the gauge's thread.
  /// Throws std::system_error if the system gives no thread.
  StallGauge(Milliseconds time, Done done);
  ~StallGauge();
  StallGauge(const StallGauge&) = delete;
  StallGauge& operator=(const StallGauge&) = delete;

 private:
  std::stop_source stop_;
  std::thread thread_;
};

/// Measures in the background for a fifth of a second, and logs stall_warning() if there is reason to.
/// Nothing is measured without a budget, or if the environment's REFEREE_STALL_CHECK is "off".
std::unique_ptr<StallGauge> watch_for_stalls(std::optional<Milliseconds> budget);

}  // namespace referee
