#pragma once

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <stdexcept>
#include <string>

#include "tests/support/patience.h"

namespace e2e {

/// A named pipe that processes hold open for writing: shows without sleeping when the last of them has ended.
class Lifeline {
 public:
  explicit Lifeline(const std::string& path) {
    if (::mkfifo(path.c_str(), 0600) != 0) {
      throw std::runtime_error("no pipe " + path);
    }
    fd_ = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  }
  ~Lifeline() { ::close(fd_); }
  Lifeline(const Lifeline&) = delete;
  Lifeline& operator=(const Lifeline&) = delete;

  /// Waits until something has been written into it.
  bool touched() const {
    pollfd readable{fd_, POLLIN, 0};
    return ::poll(&readable, 1, test_support::kPatienceMs) > 0;
  }
  /// Waits until no process has it open. False if one keeps it open. REQUIRES: a process had it open.
  bool cut() const {
    char byte = 0;
    while (::read(fd_, &byte, 1) == 1) {  // remove all data: poll() would report it for ever
    }
    pollfd hang_up{fd_, 0, 0};
    return ::poll(&hang_up, 1, test_support::kPatienceMs) > 0;
  }

 private:
  int fd_ = -1;
};

}  // namespace e2e
