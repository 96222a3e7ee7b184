#pragma once

#include <algorithm>

#include "referee/base/units.h"
#include "referee/clocks/clock_spec.h"
#include "tests/world/simulated_network.h"

namespace world {

/// What the referee charges for a turn lies in these bounds.
struct ChargeBounds {
  referee::Nanoseconds least{0};
  referee::Nanoseconds most{0};
};

/// How much longer than between a bot's read of a turn and its write of the answer the referee may find it to
/// have taken, or how much less: by PROTOCOL.md, "Clocks". `extra`: what the turn has on top of its limits.
inline ChargeBounds beyond_thinking(const Path& path, const referee::ClockSpec& clock,
                                    referee::Nanoseconds extra) {
  using referee::Milliseconds;
  using referee::Nanoseconds;
  const Nanoseconds both_ways = 2 * path.latency;
  const auto round_trip = std::chrono::duration_cast<referee::Microseconds>(both_ways);
  const Nanoseconds off = std::min<Nanoseconds>(Milliseconds(clock.lag_credit_ms), round_trip) + extra;
  // For so long as the referee let it wait, the last but one part of an answer may have kept back the last
  // one.
  const Nanoseconds between_parts = path.lag;
  return {both_ways - off - between_parts, both_ways + 2 * path.jitter - off};
}

}  // namespace world
