#include "referee/net/seat_clock.h"

#include <algorithm>

namespace referee {
namespace {

constexpr double kCentury = 3e15;  // us: more time than any score can earn, so that sums do not overflow

}  // namespace

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

void SeatClock::charge(Microseconds spent) {
  ++turns_;
  used_ += spent;
}

Microseconds SeatClock::silence_left() const {
  return std::max<Microseconds>(Microseconds{0}, Milliseconds(spec_.silence_ms) - silence_);
}

}  // namespace referee
