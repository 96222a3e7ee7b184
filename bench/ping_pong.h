#pragma once

#include <vector>

#include "bench/trivial_player.h"

namespace bench {

/// The floor for any referee: two processes on one blocking TCP connection over loopback; each of `trips`
/// sends a line of that size there and one back. Returns round trips per second.
double ping_pong(const std::vector<Trip>& trips);

}  // namespace bench
