#include "referee/clocks/stamp.h"

#include <algorithm>

namespace referee {
namespace {

constexpr Nanoseconds kClockStep = std::chrono::milliseconds(1);

}  // namespace

Converted to_monotonic(Nanoseconds real, RealtimeOffset at_send, RealtimeOffset at_read) {
  const bool stepped = std::chrono::abs(at_read - at_send) > kClockStep;
  const RealtimeOffset offset = stepped ? std::max(at_send, at_read) : at_read;
  return {TimePoint(std::chrono::duration_cast<TimePoint::duration>(real - offset)), stepped};
}

Nanoseconds held_back(const Arrival& arrival, TimePoint sent) {
  if (arrival.part_at < sent || arrival.at < arrival.part_at) {
    return Nanoseconds{0};
  }
  return std::min<Nanoseconds>({arrival.at - arrival.part_at, arrival.part_lag, kLongestUnacknowledged});
}

Microseconds wall_charge(TimePoint sent, TimePoint arrival, Microseconds credit) {
  return std::max(Microseconds{0}, whole_microseconds(arrival - sent - credit));
}

const char* name_of(StampSource source) {
  switch (source) {
    case StampSource::kernel:
      return "kernel";
    case StampSource::upper:
      return "upper";
    case StampSource::read:
      return "read";
  }
  return "read";
}

}  // namespace referee
