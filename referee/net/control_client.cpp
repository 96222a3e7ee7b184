#include "referee/net/control_client.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <string_view>
#include <system_error>

#include "referee/base/file_descriptor.h"

namespace referee {
namespace {

/// A connection that is given up at a deadline.
class ControlCall {
 public:
  ControlCall(const std::filesystem::path& path, TimePoint deadline)
      : path_(path), deadline_(deadline), socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const sockaddr_un address = control_address(path);
    if (socket_.get() < 0 ||
        ::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
      fail(errno);
    }
  }

  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      wait_for(POLLOUT);
      const ssize_t size = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
      if (size < 0 && errno != EAGAIN && errno != EINTR) {
        return;  // the referee has said why and closed
      }
      bytes.remove_prefix(size < 0 ? 0 : static_cast<std::size_t>(size));
    }
  }

  std::string receive_line() {
    std::string line;
    std::array<char, 4096> chunk{};
    while (true) {
      wait_for(POLLIN);
      const ssize_t size = ::recv(socket_.get(), chunk.data(), chunk.size(), MSG_DONTWAIT);
      if (size < 0 && (errno == EAGAIN || errno == EINTR)) {
        continue;
      }
      if (size <= 0) {
        fail(size < 0 ? errno : ECONNRESET);
      }
      line.append(chunk.data(), static_cast<std::size_t>(size));
      if (const std::size_t end = line.find('\n'); end != std::string::npos) {
        return line.substr(0, end);
      }
    }
  }

 private:
  void wait_for(short event) {
    const auto left =
        std::chrono::duration_cast<Milliseconds>(deadline_ - std::chrono::steady_clock::now()).count();
    pollfd ready{socket_.get(), event, 0};
    if (::poll(&ready, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000))) == 0) {
      fail(ETIMEDOUT);
    }
  }

  [[noreturn]] void fail(int error) const {
    throw std::system_error(error, std::generic_category(), "no referee answers at " + path_.string());
  }

  const std::filesystem::path& path_;
  TimePoint deadline_;
  FileDescriptor socket_;
};

}  // namespace

ControlReply ask_referee(const std::filesystem::path& path, const ControlRequest& request,
                         Milliseconds patience) {
  ControlCall caller(path, std::chrono::steady_clock::now() + patience);
  caller.send(line_of(request) + "\n");
  return read_control_reply(caller.receive_line());
}

}  // namespace referee
