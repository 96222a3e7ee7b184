#pragma once

#include <cstdint>
#include <utility>

namespace bench {

/// A blocking connection to 127.0.0.1:`port`, without Nagle's delay. Throws std::runtime_error.
int dial(std::uint16_t port);
/// A blocking socket that listens on 127.0.0.1, and its port. Throws std::runtime_error.
std::pair<int, std::uint16_t> listen_anywhere();
/// Both ends of a blocking TCP connection over loopback, without Nagle's delay. Throws std::runtime_error.
std::pair<int, int> tcp_pair();

}  // namespace bench
