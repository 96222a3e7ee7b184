#pragma once

#include <cstddef>

namespace bench {

/// The floor under any referee: two processes on one blocking TCP connection over loopback, one line of
/// `request` bytes there, one of `answer` bytes back, `trips` times. Returns round trips a second.
double ping_pong(std::size_t request, std::size_t answer, int trips);

}  // namespace bench
