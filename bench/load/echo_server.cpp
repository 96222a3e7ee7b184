// The floor for a referee with many bots at once: a process that only reads a line and sends another one, on
// many connections, without any rules. One thread, epoll. Each connection gets welcome and a turn after its
// first line, and one more turn after each later line; all turns are the same line. Usage: echo_server
// TURN_BYTES   prints "listening on 127.0.0.1:PORT" and serves until its standard input ends
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/base/sockets.h"

namespace {

constexpr std::string_view kStart = R"({"type":"welcome","protocol":1,"name":"echo"})"
                                    "\n"
                                    R"({"type":"start","match":"r1t1g1","seat":0})"
                                    "\n";

/// A turn of `bytes` bytes, its newline included.
std::string turn_line(std::size_t size) {
  const std::string head = R"({"type":"turn","match":"r1t1g1","turn":500,"view":")";
  const std::string tail = "\"}\n";
  if (size < head.size() + tail.size()) {
    throw std::invalid_argument("a turn has " + std::to_string(head.size() + tail.size()) +
                                " bytes at least");
  }
  return head + std::string(size - head.size() - tail.size(), '.') + tail;
}

class EchoServer {
 public:
  explicit EchoServer(std::size_t turn_bytes)
      : turn_(turn_line(turn_bytes)),
        epoll_(::epoll_create1(EPOLL_CLOEXEC)),
        listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)),
        buffer_(64 * 1024) {
    sockaddr_in any{};
    any.sin_family = AF_INET;
    any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(listener_.get(), reinterpret_cast<const sockaddr*>(&any), sizeof(any)) != 0 ||
        ::listen(listener_.get(), SOMAXCONN) != 0) {
      referee::throw_errno("listen");
    }
    watch(listener_.get());
    watch(STDIN_FILENO);
  }

  std::uint16_t port() const {
    sockaddr_in name{};
    socklen_t size = sizeof(name);
    ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&name), &size);
    return ntohs(name.sin_port);
  }

  void run() {
    std::array<epoll_event, 64> events{};
    while (true) {
      const int count = ::epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()), -1);
      for (int i = 0; i < count; ++i) {
        const int fd = events[static_cast<std::size_t>(i)].data.fd;
        if (fd == STDIN_FILENO) {
          return;
        }
        fd == listener_.get() ? accept() : echo(fd);
      }
    }
  }

 private:
  void watch(int fd) {
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = fd;
    if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event) != 0) {
      referee::throw_errno("epoll_ctl");
    }
  }

  void accept() {
    const int fd = ::accept4(listener_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) {
      referee::throw_errno("accept");
    }
    referee::disable_nagle(fd);
    watch(fd);
    if (static_cast<std::size_t>(fd) >= welcomed_.size()) {
      welcomed_.resize(static_cast<std::size_t>(fd) + 1);
    }
    welcomed_[static_cast<std::size_t>(fd)] = false;
  }

  void echo(int fd) {
    const ssize_t size = ::recv(fd, buffer_.data(), buffer_.size(), 0);
    if (size <= 0) {
      ::close(fd);
      return;
    }
    if (!welcomed_[static_cast<std::size_t>(fd)]) {
      welcomed_[static_cast<std::size_t>(fd)] = true;
      send(fd, kStart);
    }
    const std::string_view bytes(buffer_.data(), static_cast<std::size_t>(size));
    for (auto lines = std::ranges::count(bytes, '\n'); lines > 0; --lines) {
      send(fd, turn_);
    }
  }

  void send(int fd, std::string_view bytes) {
    if (::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(bytes.size()) &&
        errno != EPIPE && errno != ECONNRESET) {
      referee::throw_errno("send");
    }
  }

  const std::string turn_;
  referee::FileDescriptor epoll_;
  referee::FileDescriptor listener_;
  std::vector<char> buffer_;
  std::vector<bool> welcomed_;  // by descriptor
};

}  // namespace

int main(int argc, char** argv) {
  try {
    EchoServer server(argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 200);
    std::printf("listening on 127.0.0.1:%u\n", server.port());
    std::fflush(stdout);
    server.run();
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "echo_server: %s\n", failure.what());
    return 1;
  }
}
