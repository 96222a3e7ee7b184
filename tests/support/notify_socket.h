#pragma once

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "tests/support/patience.h"

namespace test_support {

/// The service manager's side: a Unix datagram socket that services write to.
class NotifySocket {
 public:
  /// At a path, or at an abstract name after '@'.
  explicit NotifySocket(const std::string& address) : fd_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un at{};
    at.sun_family = AF_UNIX;
    std::ranges::copy(address, at.sun_path);
    if (address.starts_with('@')) {
      at.sun_path[0] = '\0';
    }
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + address.size());
    if (fd_ < 0 || ::bind(fd_, reinterpret_cast<const sockaddr*>(&at), size) != 0) {
      throw std::runtime_error("no socket " + address);
    }
  }
  ~NotifySocket() { ::close(fd_); }
  NotifySocket(const NotifySocket&) = delete;
  NotifySocket& operator=(const NotifySocket&) = delete;

  /// The next datagram. Throws if none arrives for a long time.
  std::string next() const {
    if (!waiting(kPatienceMs)) {
      throw std::runtime_error("nothing more is told");
    }
    std::array<char, 4096> bytes{};
    const ssize_t size = ::recv(fd_, bytes.data(), bytes.size(), 0);
    return {bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
  }
  /// The next datagram that begins with `start`.
  std::string next(const std::string& start) const {
    std::string text;
    do {
      text = next();
    } while (!text.starts_with(start));
    return text;
  }
  /// Whether a datagram has already arrived.
  bool has_more() const { return waiting(0); }

 private:
  bool waiting(int patience_ms) const {
    pollfd readable{fd_, POLLIN, 0};
    return ::poll(&readable, 1, patience_ms) > 0;
  }

  int fd_ = -1;
};

}  // namespace test_support
