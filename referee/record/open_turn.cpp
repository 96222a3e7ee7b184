#include "referee/record/open_turn.h"

#include <algorithm>

#include "protocol/require.h"

namespace referee {

namespace {

constexpr Microseconds kSmallestSpan{1};

}  // namespace

OpenTurn::OpenTurn(std::size_t seat, std::int64_t number, const Moment& asked, Microseconds cpu,
                   Microseconds between)
    : number_(number), asked_(asked), cpu_at_start_(cpu), next_check_(asked.mono + kSendPatience) {
  answer_.seat = seat;
  answer_.between = between;
}

void OpenTurn::start_clock(const ClockSpec& spec, const SeatClock& seat_clock,
                           const TurnClock::Terms& terms) {
  TurnClock::Terms with_between = terms;
  with_between.pondered = pondered_;
  clock_.emplace(spec, seat_clock, with_between);
  answer_.sending = whole_microseconds(terms.sent - asked_.mono);
  next_check_ = clock_->unanswered(terms.sent, Microseconds{0}).next_check;
}

Microseconds OpenTurn::left_at(TimePoint now) const {
  return clock_ ? std::max(Microseconds{0}, clock_->left() - clock_->unanswered(now, Microseconds{0}).elapsed)
                : Microseconds{0};
}

TurnClock::Charge OpenTurn::charge(const Arrival& arrival, Microseconds cpu) {
  REQUIRE(clock_runs());
  TimePoint at = arrival.at;
  TimePoint earliest = arrival.earliest;
  const Nanoseconds held = held_back(arrival, clock().sent());
  if (arrival.source != StampSource::read) {
    const Converted stamp = to_monotonic(arrival.real, asked_.offset, arrival.offset);
    earliest += stamp.at - at;
    at = stamp.at;
    answer_.clock_step = stamp.clock_step;
  } else {
    // Before next_check() the referee has not checked the time of this turn, so it might have read this line
    // in time. And where it read the line late, it charges only what it can prove.
    earliest = std::min(earliest, next_check_ - kSmallestSpan);
    at -= arrival.lag;
  }
  at -= held;
  earliest -= held;
  if (late_from_) {
    at = std::max(at, *late_from_);
    earliest = std::max(earliest, *late_from_);
  }
  answer_.loop_lag = whole_microseconds(arrival.lag + held);
  answer_.stamp = arrival.source;
  answer_.wall = clock().wall_time(std::min(at, earliest));
  return clock().answered(at, earliest, cpu_since_start(cpu));
}

TurnClock::Charge OpenTurn::charge_unwatched(const Arrival& arrival, Microseconds cpu) {
  const TimePoint before = arrival.earliest;
  if (next_check_ < before && silence(before, cpu).ruling != Ruling::in_time) {
    next_check_ = TimePoint::max();  // it is late: nothing that was not there before can be in time
  }
  return charge(arrival, cpu);
}

TurnClock::Silence OpenTurn::silence(TimePoint now, Microseconds cpu) {
  REQUIRE(clock_runs());
  const Microseconds used = cpu_since_start(cpu);
  const TurnClock::Silence silence =
      told_late() ? clock().after_late(now, used) : clock().unanswered(now, used);
  if (silence.ruling == Ruling::in_time) {
    next_check_ = silence.next_check;
  }
  return silence;
}

void OpenTurn::note_lag_of_silence(TimePoint now) {
  answer_.loop_lag = std::max(Microseconds{0}, whole_microseconds(now - next_check_));
}

TurnClock::Charge OpenTurn::charge_until(TimePoint now, Microseconds cpu) const {
  REQUIRE(clock_runs());
  const Microseconds used = cpu_since_start(cpu);
  return told_late() ? clock().answered(now, now, used) : clock().gone(now, used);
}

void OpenTurn::wait_on(TimePoint now, Microseconds cpu) {
  REQUIRE(clock_runs());
  late_from_ = next_check_;
  next_check_ = clock().after_late(now, cpu_since_start(cpu)).next_check;
}

}  // namespace referee
