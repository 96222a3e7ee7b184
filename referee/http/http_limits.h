#pragma once

#include <cstddef>
#include <cstdint>

#include "referee/base/units.h"

namespace referee::web {

/// What clients may use of the server.
struct HttpLimits {
  std::size_t header_bytes = 16 * 1024;  ///< of a request: longer ones are answered by 414 or 431
  Milliseconds header_time{
      10'000};  ///< from the first byte of a request to its last, or from the connection's begin
  /// In each body_time at least as much of a body has to arrive as comes at body_rate bytes a second, or its
  /// end.
  Milliseconds body_time{10'000};
  std::uint64_t body_rate = 8192;
  Milliseconds answer_time{30'000};  ///< from the end of a body until 503 takes the place of its answer
  Milliseconds idle_time{60'000};    ///< between two requests of a connection
  Milliseconds stall_time{
      30'000};  ///< a client that takes no byte of what waits for it is dropped after this
  /// The kernel gives a client up that acknowledges nothing of what was sent for so long.
  Milliseconds unacknowledged_time{60'000};
  Milliseconds heartbeat{15'000};   ///< between two comments on an event stream without events
  Milliseconds linger_time{1'000};  ///< a refused client may read why for so long
  /// Connections in all; one more takes the place of another (Spare), or gets 503.
  std::size_t connections = 2048;
  /// Connections of one address (an IPv6 /64 network); one more takes the place of another one of its own, or
  /// gets 429.
  std::size_t per_address = 256;
  std::size_t of_loopback = 1024;  ///< of clients on this machine; one more replaces one of them, or gets 429
  std::size_t streams = 1536;      ///< event streams in all: one more takes the place of another

  /// Fewer connections where this process may not open many files: at most a quarter of them.
  static HttpLimits of_this_process();
};

}  // namespace referee::web
