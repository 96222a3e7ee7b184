#include "bench/ping_pong.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>

#include "bench/running_process.h"
#include "bench/sockets.h"

namespace bench {
namespace {

std::size_t longest(const std::vector<Trip>& trips, std::size_t Trip::*part) {
  return std::ranges::max(trips, {}, part).*part;
}

/// The last `size` bytes of `line`, which ends with a newline.
void write_line(int fd, const std::string& line, std::size_t size) {
  if (::send(fd, line.data() + line.size() - size, size, MSG_NOSIGNAL) != static_cast<ssize_t>(size)) {
    throw std::runtime_error("ping-pong: short write");
  }
}

/// Reads up to a newline; false at the end of input.
bool read_line(int fd, std::vector<char>& buffer) {
  while (true) {
    const ssize_t size = ::recv(fd, buffer.data(), buffer.size(), 0);
    if (size <= 0) {
      return false;
    }
    if (buffer[static_cast<std::size_t>(size) - 1] == '\n') {
      return true;
    }
  }
}

[[noreturn]] void answer_all(int fd, const std::vector<Trip>& trips) {
  const std::string line = std::string(longest(trips, &Trip::answer) - 1, 'a') + "\n";
  std::vector<char> buffer(64 * 1024);
  for (const Trip& trip : trips) {
    if (!read_line(fd, buffer)) {
      ::_exit(1);
    }
    write_line(fd, line, trip.answer);
  }
  ::_exit(0);
}

}  // namespace

PingPong ping_pong(const std::vector<Trip>& trips) {
  const auto [ours, theirs] = tcp_pair();
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ours);
    answer_all(theirs, trips);
  }
  ::close(theirs);
  const std::string line = std::string(longest(trips, &Trip::request) - 1, 'r') + "\n";
  std::vector<char> buffer(64 * 1024);
  const auto begun = std::chrono::steady_clock::now();
  const double cpu_before = cpu_seconds(::getpid());
  for (const Trip& trip : trips) {
    write_line(ours, line, trip.request);
    if (!read_line(ours, buffer)) {
      throw std::runtime_error("ping-pong: the other side is gone");
    }
  }
  const double cpu = cpu_seconds(::getpid()) - cpu_before;
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  ::close(ours);
  ::waitpid(child, nullptr, 0);
  const auto count = static_cast<double>(trips.size());
  return {count / took.count(), cpu * 1e6 / count};
}

}  // namespace bench
