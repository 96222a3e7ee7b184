#pragma once

#include <cstdint>
#include <optional>

namespace referee {

/// How many packets of the TCP connection `fd` have come before others that belong in front of them. Nothing
/// if the kernel does not count them, as before Linux 5.4.
std::optional<std::uint32_t> packets_out_of_order(int fd);

}  // namespace referee
