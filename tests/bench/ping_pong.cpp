#include "tests/bench/ping_pong.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/net/loopback.h"

namespace bench {
namespace {

void write_line(int fd, const std::string& line) {
  if (::send(fd, line.data(), line.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(line.size())) {
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

[[noreturn]] void answer_all(int fd, std::size_t size) {
  const std::string line = std::string(size - 1, 'a') + "\n";
  std::vector<char> buffer(64 * 1024);
  while (read_line(fd, buffer)) {
    write_line(fd, line);
  }
  ::_exit(0);
}

}  // namespace

double ping_pong(std::size_t request, std::size_t answer, int trips) {
  referee::Loopback loopback;
  referee::Loopback::Pair pair = loopback.make_pair();
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(pair.ours.get());
    answer_all(pair.theirs.get(), answer);
  }
  pair.theirs = referee::FileDescriptor();
  const std::string line = std::string(request - 1, 'r') + "\n";
  std::vector<char> buffer(64 * 1024);
  const auto begun = std::chrono::steady_clock::now();
  for (int trip = 0; trip < trips; ++trip) {
    write_line(pair.ours.get(), line);
    if (!read_line(pair.ours.get(), buffer)) {
      throw std::runtime_error("ping-pong: the other side is gone");
    }
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  pair.ours = referee::FileDescriptor();
  ::waitpid(child, nullptr, 0);
  return trips / took.count();
}

}  // namespace bench
