#pragma once

#include <functional>

#include <boost/asio/posix/stream_descriptor.hpp>

#include "referee/base/file_descriptor.h"
#include "referee/loop/tasks.h"

namespace referee::play {

/// Tells when a descriptor that other programs share, such as standard input, can be read. It does not change
/// the descriptor: Asio would make it non-blocking, and with it the shell's terminal and our own output
/// there.
class InputWatch {
 public:
  /// Calls `readable`, on the loop's thread, again and again while there is something to read: bytes, or the
  /// end. `readable` may call close(). Throws std::system_error.
  InputWatch(Tasks& tasks, int fd, std::function<void()> readable);
  /// No more calls.
  void close();

 private:
  Task<> watch();

  Tasks& tasks_;
  std::function<void()> readable_;
  boost::asio::posix::stream_descriptor ready_;  // an epoll descriptor that watches only this one
  bool always_ = false;  // a regular file: it can always be read, and epoll refuses it
  bool closed_ = false;
};

}  // namespace referee::play
