#pragma once

#include <sys/types.h>

#include <functional>
#include <map>

#include <boost/asio/signal_set.hpp>

#include "referee/net/tasks.h"

namespace referee {

/// The one owner of SIGCHLD and waitpid. When a watched process ends, what is left of its process group is
/// killed before the process is reaped, while its number still cannot belong to anybody else.
class Reaper {
 public:
  using Ended = std::function<void(int wait_status)>;

  explicit Reaper(Tasks& tasks);
  /// Calls `ended` once, on the loop's thread. `pid` leads a process group of its own.
  void watch(pid_t pid, Ended ended);
  /// Stops listening for signals, so that the loop can run dry. REQUIRES: nothing watched that still matters.
  void stop() {
    stopped_ = true;
    signals_.cancel();
  }

 private:
  Task<> loop();
  void sweep();

  boost::asio::signal_set signals_;
  std::map<pid_t, Ended> watched_;
  bool stopped_ = false;  // maybe before the loop has begun to wait
};

}  // namespace referee
