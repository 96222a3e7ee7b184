#include "referee/clocks/seat_clock.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace referee {
namespace {

constexpr std::array kLimitNames{"", "time", "wall_ms", "silence_ms"};  // by TimeLimit

constexpr double kCentury = 3e15;  // us: more time than any score can earn, so that sums do not overflow

constexpr Microseconds kTick{1};             // the least overrun: records hold whole microseconds
constexpr Microseconds kLeastCpuPoll{1000};  // the referee checks a bot that computes at most this often
constexpr int kPatience = 2;  // times its processor time: wall time of a computation on a busy machine

}  // namespace

const char* name_of(TimeLimit limit) { return kLimitNames[static_cast<std::size_t>(limit)]; }

Microseconds SeatClock::left(double score) const {
  switch (spec_.kind) {
    case ClockKind::per_move:
      return Milliseconds(spec_.ms);
    case ClockKind::mean:
      return Milliseconds((turns_ + 1) * spec_.ms + spec_.burst_ms) - used_;
    case ClockKind::bank:
      return Milliseconds(spec_.ms + turns_ * spec_.increment_ms) - used_;
    case ClockKind::score_rate: {
      // A thousandth of a millisecond per point is a microsecond: points x ms_per_1000 needs no division.
      const double worth = score * static_cast<double>(spec_.ms_per_1000);
      const Microseconds earned(static_cast<std::int64_t>(std::clamp(worth, 0.0, kCentury)));
      return std::max<Microseconds>(Milliseconds(spec_.floor_ms), earned) - used_;
    }
  }
  return Microseconds{0};
}

Microseconds SeatClock::limit(double score) const { return left(score) + Milliseconds(spec_.margin_ms); }

void SeatClock::charge(Microseconds spent, bool late) {
  ++turns_;
  late_in_a_row_ = late ? late_in_a_row_ + 1 : 0;
  used_ += spent;
}

Microseconds SeatClock::silence_left() const {
  return std::max<Microseconds>(Microseconds{0}, Milliseconds(spec_.silence_ms) - silence_);
}

TurnClock::TurnClock(const ClockSpec& spec, const SeatClock& clock, const Terms& terms)
    : terms_(terms),
      left_(clock.left(terms.score)),
      limit_(clock.limit(terms.score)),
      wall_cap_(Milliseconds(spec.wall_ms)),
      silence_left_(clock.silence_left()),
      whole_silence_(Milliseconds(spec.silence_ms) + terms.extra),
      overrun_(clock.overrun()) {
  if (spec.kind == ClockKind::score_rate) {
    grow_with_the_score();
  }
  terms_.credit += terms_.extra;  // of a wall charge; that of processor time is counted()
  wall_cap_ += terms_.extra;
  silence_left_ += terms_.extra;
}

/// What score_rate leaves for an answer has no bound: fixed limits would stop a bot that uses the time that
/// it has earned.
void TurnClock::grow_with_the_score() {
  const Microseconds patience = kPatience * limit_ + terms_.credit;
  wall_cap_ = std::max(wall_cap_, patience);
  silence_left_ = std::max(silence_left_, patience);
}

TurnClock::Charge TurnClock::answered(TimePoint at, TimePoint earliest, Microseconds cpu) const {
  const Charge latest = ruled_at(at, cpu);
  if (latest.ruling == Ruling::in_time || earliest >= at) {
    return latest;
  }
  Charge first = ruled_at(earliest, cpu);
  if (first.ruling != Ruling::in_time) {
    return latest;
  }
  // Otherwise a bot that adds bytes to its answer at the end of its time would be charged next to nothing.
  first.spent = std::max(first.spent, std::min(latest.spent, limit_));
  return first;
}

TurnClock::Charge TurnClock::gone(TimePoint now, Microseconds cpu) const {
  const bool on_cpu = terms_.measure == Measure::cpu;
  const Microseconds spent = on_cpu ? counted(cpu) : wall_charge(terms_.sent, now, terms_.credit);
  if (limit_ < Microseconds{0}) {
    return {least_overrun(), overrun_, TimeLimit::clock};
  }
  return {std::min(spent, limit_), Ruling::in_time, TimeLimit::none};
}

/// The limit is below zero where score_rate has taken back time that the seat had used already.
Microseconds TurnClock::least_overrun() const { return std::max(Microseconds{0}, limit_ + kTick); }

TurnClock::Charge TurnClock::ruled_at(TimePoint at, Microseconds cpu) const {
  const bool on_cpu = terms_.measure == Measure::cpu;
  const Microseconds spent = on_cpu ? counted(cpu) : wall_charge(terms_.sent, at, terms_.credit);
  if (since_sent(at) > silence_left_) {
    return {spent, Ruling::forfeited, TimeLimit::silence};
  }
  if (spent > limit_) {
    return {spent, overrun_, TimeLimit::clock};
  }
  if (on_cpu && since_sent(at) > wall_cap_) {
    return {spent, overrun_, TimeLimit::wall};
  }
  return {spent, Ruling::in_time, TimeLimit::none};
}

TurnClock::Silence TurnClock::unanswered(TimePoint now, Microseconds cpu) const {
  return terms_.measure == Measure::cpu ? unanswered_on_cpu(now, counted(cpu)) : unanswered_on_wall(now);
}

TurnClock::Silence TurnClock::unanswered_on_wall(TimePoint now) const {
  const Microseconds elapsed = since_sent(now);
  const Microseconds end = std::min(limit_ + terms_.credit, silence_left_);
  if (elapsed <= end) {
    return {Ruling::in_time, wall_charge(terms_.sent, now, terms_.credit), elapsed, terms_.sent + end + kTick,
            TimeLimit::none};
  }
  if (silence_left_ < limit_ + terms_.credit) {
    return silent_too_long(elapsed, silence_left_ + kTick);
  }
  return {overrun_, least_overrun(), elapsed, now, TimeLimit::clock};
}

TurnClock::Silence TurnClock::unanswered_on_cpu(TimePoint now, Microseconds cpu) const {
  const Microseconds elapsed = since_sent(now);
  if (cpu > limit_) {
    return {overrun_, cpu, elapsed, now, TimeLimit::clock};
  }
  const Microseconds end = std::min(wall_cap_, silence_left_);
  if (elapsed <= end) {
    const Microseconds poll = std::max(kLeastCpuPoll, limit_ - cpu + kTick);
    return {Ruling::in_time, cpu, elapsed, std::min(now + poll, terms_.sent + end + kTick), TimeLimit::none};
  }
  return silence_left_ < wall_cap_ ? silent_too_long(elapsed, cpu)
                                   : Silence{overrun_, cpu, elapsed, now, TimeLimit::wall};
}

TurnClock::Silence TurnClock::after_late(TimePoint now, Microseconds cpu) const {
  const Microseconds elapsed = since_sent(now);
  const Microseconds spent =
      terms_.measure == Measure::cpu ? counted(cpu) : wall_charge(terms_.sent, now, terms_.credit);
  if (elapsed > silence_left_) {
    return silent_too_long(elapsed, spent);
  }
  return {Ruling::in_time, spent, elapsed, terms_.sent + silence_left_ + kTick, TimeLimit::none};
}

TurnClock::Silence TurnClock::silent_too_long(Microseconds elapsed, Microseconds spent) const {
  return {Ruling::forfeited, spent, elapsed, {}, TimeLimit::silence};
}

}  // namespace referee
