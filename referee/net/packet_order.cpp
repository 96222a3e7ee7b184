#include "referee/net/packet_order.h"

// The kernel's own header, as in round_trip.cpp: this code has a file of its own for the same reason.
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstddef>

namespace referee {

std::optional<std::uint32_t> packets_out_of_order(int fd) {
  tcp_info info{};
  socklen_t size = sizeof(info);
  const bool counted = ::getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 &&
                       size >= offsetof(tcp_info, tcpi_rcv_ooopack) + sizeof(info.tcpi_rcv_ooopack);
  return counted ? std::optional<std::uint32_t>(info.tcpi_rcv_ooopack) : std::nullopt;
}

}  // namespace referee
