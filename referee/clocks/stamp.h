#pragma once

#include "referee/base/units.h"

namespace referee {

/// How far CLOCK_REALTIME is ahead of CLOCK_MONOTONIC, sampled at one moment.
using RealtimeOffset = Nanoseconds;

/// How the time of an arrival was measured.
enum class StampSource {
  kernel,  ///< the kernel's receive stamp of the answer's last byte
  upper,  ///< a kernel stamp of later bytes that were read together with it: the answer arrived no later than
          ///< this
  read    ///< no stamp, or none that tells when it arrived: the time at which the referee read it
};

/// When a line arrived.
struct Arrival {
  TimePoint at;        ///< the time that is charged
  TimePoint earliest;  ///< the line cannot have arrived before this; equals `at` where the kernel stamped it
  StampSource source = StampSource::read;
  RealtimeOffset offset{0};  ///< sampled at the read
  Nanoseconds real{0};       ///< the stamp itself, CLOCK_REALTIME since its epoch; 0 without one
  /// How long, at most, the line waited before the referee read it; without a stamp: as far as that is more
  /// than a punctual referee takes.
  Nanoseconds lag{0};
  /// If the line came in several parts: when the part before its last one arrived, and how long that part
  /// waited to be read. TimePoint::min(): it came as a whole.
  TimePoint part_at = TimePoint::min();
  Nanoseconds part_lag{0};
  bool first_known = false;  ///< what had arrived by then for watchers of Poller::Order::first has been read
};

/// A kernel stamp on the monotonic clock, and whether the realtime clock was stepped between the turn and the
/// answer.
struct Converted {
  TimePoint at;
  bool clock_step = false;
};

/// Converts a stamp of CLOCK_REALTIME with the offsets sampled when the turn was sent and when the answer was
/// read. If they differ by over 1 ms the clock was stepped in between, and the stamp may lie on either side
/// of the step: the result is the conversion that charges less.
Converted to_monotonic(Nanoseconds real, RealtimeOffset at_send, RealtimeOffset at_read);

/// The most that is taken off an answer that came in several parts: a kernel acknowledges what nobody has
/// read after at most so long (Linux: TCP_DELACK_MAX).
constexpr Milliseconds kLongestUnacknowledged{200};

/// With Nagle's algorithm the kernel of a bot keeps the last part of an answer back until the part before is
/// acknowledged, and our kernel may delay this until the referee reads: how much of the time between the last
/// two parts of a line may be such a delay. Zero if the part before came before `sent`, when the turn was
/// sent.
Nanoseconds held_back(const Arrival& arrival, TimePoint sent);

/// What is charged on the wall clock: max(0, arrival - sent - credit), in whole microseconds.
Microseconds wall_charge(TimePoint sent, TimePoint arrival, Microseconds credit);

/// "kernel", "upper" or "read".
const char* name_of(StampSource source);

}  // namespace referee
