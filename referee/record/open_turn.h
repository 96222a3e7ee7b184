#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "protocol/require.h"
#include "referee/clocks/moment.h"
#include "referee/clocks/seat_clock.h"
#include "referee/record/match_result.h"

namespace referee {

/// One turn that a seat was asked: when it was sent, what time an answer or silence is charged, and the entry
/// that the record gets. It rules on time only; MatchSeat judges the move.
class OpenTurn {
 public:
  /// If the kernel has not taken the whole line after this time, the clock starts all the same.
  static constexpr Milliseconds kSendPatience{1000};

  /// `asked`: before the first byte of the turn's line goes out: if the system's clock is set after that,
  /// however soon, the answer's stamp is known to be of another clock. `cpu`: processor time used by then.
  /// `between`: processor time from the answer before to this turn, of which the record tells.
  OpenTurn(std::size_t seat, std::int64_t number, const Moment& asked, Microseconds cpu,
           Microseconds between);

  /// The time between is charged with this turn, but for what is in `extra` (see TurnClock::Terms). The
  /// record has what is charged of it. REQUIRES: not clock_runs(), and called once.
  void charge_between(Microseconds extra) {
    REQUIRE(!clock_runs());
    pondered_ = answer_.between;
    answer_.between = std::max(Microseconds{0}, pondered_ - extra);
  }
  /// What is charged of the time between; 0 without charge_between().
  Microseconds charged_between() const {
    return pondered_ > Microseconds{0} ? answer_.between : Microseconds{0};
  }
  /// What the bot is told that its answer may take, where its clock leaves `left` for this turn.
  Microseconds to_tell(Microseconds left) const {
    const Microseconds between = charged_between();
    return between > Microseconds{0} ? std::max(Microseconds{0}, left - between) : left;
  }

  std::int64_t number() const { return number_; }
  TimePoint asked() const { return asked_.mono; }

  /// The last byte of the line is out: time counts from `terms.sent`. `seat_clock` must outlive the turn.
  void start_clock(const ClockSpec& spec, const SeatClock& seat_clock, const TurnClock::Terms& terms);
  bool clock_runs() const { return clock_.has_value(); }
  /// No verdict is possible before this time, unless an answer arrives.
  TimePoint next_check() const { return next_check_; }
  /// The most that an answer may be charged without using the margin. REQUIRES: clock_runs().
  Microseconds left() const { return clock().left(); }
  /// Wall time that the turn may take under cpu. REQUIRES: clock_runs().
  Microseconds wall_cap() const { return clock().wall_cap(); }
  /// How long the seat may be silent from the start of the turn. REQUIRES: clock_runs().
  Microseconds silence_left() const { return clock().silence_left(); }

  /// See TurnClock. REQUIRES: clock_runs().
  void end_silence(TimePoint at) {
    REQUIRE(clock_runs());
    clock_->end_silence(at);
  }
  /// 0 before the clock runs.
  Microseconds heard() const { return clock_ ? clock_->heard() : Microseconds{0}; }

  /// How much of left() remains on the wall clock at `now`.
  Microseconds left_at(TimePoint now) const;

  /// Rules on the time of an answer and notes how that time was measured. `cpu`: processor time used by now.
  /// REQUIRES: clock_runs().
  TurnClock::Charge charge(const Arrival& arrival, Microseconds cpu);
  /// charge() for a caller that does not call silence() while it waits: as if it had, just before the answer
  /// came. Otherwise an answer without a stamp of the kernel is never late.
  TurnClock::Charge charge_unwatched(const Arrival& arrival, Microseconds cpu);
  /// Rules on a turn without an answer at `now`, and moves next_check(). REQUIRES: clock_runs().
  TurnClock::Silence silence(TimePoint now, Microseconds cpu);
  /// The referee rules on a silence at `now`: notes how much later this is than it could have been.
  void note_lag_of_silence(TimePoint now);
  /// Processor time since the turn was asked, of `cpu` used by now.
  Microseconds computed(Microseconds cpu) const { return cpu_since_start(cpu); }
  /// The charge for a bot that disconnected at `now`: the time that has passed, and at most what it had left,
  /// unless it was late already; forfeited if it had nothing left. REQUIRES: clock_runs().
  TurnClock::Charge charge_until(TimePoint now, Microseconds cpu) const;

  /// per_move with "wait": the turn is late, and its answer is still awaited until silence_ms. REQUIRES:
  /// clock_runs().
  void wait_on(TimePoint now, Microseconds cpu);
  bool told_late() const { return late_from_.has_value(); }

  SeatAnswer& answer() { return answer_; }
  bool decided() const { return decided_; }
  void set_decided() { decided_ = true; }

 private:
  const TurnClock& clock() const {
    REQUIRE(clock_runs());
    return *clock_;
  }
  Microseconds cpu_since_start(Microseconds cpu) const { return cpu - cpu_at_start_; }

  std::int64_t number_;
  Moment asked_;
  Microseconds cpu_at_start_;
  Microseconds pondered_{0};
  std::optional<TurnClock> clock_;
  TimePoint next_check_;
  std::optional<TimePoint> late_from_;  // it was told late: nothing had come by then
  bool decided_ = false;
  SeatAnswer answer_;
};

}  // namespace referee
