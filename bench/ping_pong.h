#pragma once

#include <vector>

#include "bench/trivial_player.h"

namespace bench {

/// What round trips have cost.
struct PingPong {
  double trips_second = 0;
  double cpu_us_trip = 0;  ///< processor time of the side that asks, as a referee does
};

/// The floor for any referee: two processes on one blocking TCP connection over loopback; each of `trips`
/// sends a line of that size there and one back.
PingPong ping_pong(const std::vector<Trip>& trips);

}  // namespace bench
