#pragma once

#include <functional>

#include <boost/asio/posix/stream_descriptor.hpp>

#include "referee/base/file_descriptor.h"
#include "referee/net/tasks.h"

namespace referee::play {

/// Tells when there is something to read from a descriptor that others have too, such as standard input. It
/// stays as it is: Asio itself would make it non-blocking, and with it the shell's terminal and our own
/// output there.
class InputWatch {
 public:
  /// Calls `readable`, on the loop's thread, again and again while there is something to read: bytes, or the
  /// end. It may close(). Throws std::system_error.
  InputWatch(Tasks& tasks, int fd, std::function<void()> readable);
  /// No more calls.
  void close();

 private:
  Task<> watch();

  Tasks& tasks_;
  std::function<void()> readable_;
  boost::asio::posix::stream_descriptor ready_;  // an epoll set of one
  bool always_ = false;                          // a file: never waits, and epoll takes none
  bool closed_ = false;
};

}  // namespace referee::play
