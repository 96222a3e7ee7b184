#include "referee/net/round_trip.h"

// The kernel's own header: glibc's struct tcp_info ends before min_rtt. The two cannot be included together,
// and Asio includes glibc's, so this code has a file of its own.
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace referee {

std::optional<RoundTrip> round_trip_of(int fd) {
  tcp_info info{};
  socklen_t size = sizeof(info);
  if (::getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 || info.tcpi_rtt == 0) {
    return std::nullopt;
  }
  const bool has_least = info.tcpi_min_rtt != 0 && info.tcpi_min_rtt != ~0U;
  return RoundTrip{Microseconds(info.tcpi_rtt), Microseconds(has_least ? info.tcpi_min_rtt : info.tcpi_rtt)};
}

}  // namespace referee
