#pragma once

#include <vector>

#include "tests/bench/trivial_player.h"

namespace bench {

/// The floor under any referee: two processes on one blocking TCP connection over loopback; for each of
/// `trips` a line of that size goes there and one comes back. Returns round trips a second.
double ping_pong(const std::vector<Trip>& trips);

}  // namespace bench
