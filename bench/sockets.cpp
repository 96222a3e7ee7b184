#include "bench/sockets.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>

namespace bench {
namespace {

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

void send_at_once(int fd) {
  const int on = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

}  // namespace

int dial(std::uint16_t port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = loopback(port);
  if (fd < 0 || ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    throw std::runtime_error("nobody listens on port " + std::to_string(port));
  }
  send_at_once(fd);
  return fd;
}

std::pair<int, std::uint16_t> listen_anywhere() {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  auto* const at = reinterpret_cast<sockaddr*>(&address);
  if (fd < 0 || ::bind(fd, at, size) != 0 || ::listen(fd, 16) != 0 || ::getsockname(fd, at, &size) != 0) {
    throw std::runtime_error("cannot listen on 127.0.0.1");
  }
  return {fd, ntohs(address.sin_port)};
}

std::pair<int, int> tcp_pair() {
  const auto [listener, port] = listen_anywhere();
  const int ours = dial(port);
  const int theirs = ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
  ::close(listener);
  if (theirs < 0) {
    throw std::runtime_error("no connection over loopback");
  }
  send_at_once(theirs);
  return {ours, theirs};
}

}  // namespace bench
