#pragma once

#include <sys/types.h>

#include <functional>
#include <map>

#include <boost/asio/signal_set.hpp>

#include "referee/net/tasks.h"

namespace referee {

/// The only owner of SIGCHLD and waitpid. When a watched process ends, the rest of its process group is
/// killed before the process is reaped: until then no other group can have its number.
class Reaper {
 public:
  using Ended = std::function<void(int wait_status)>;

  explicit Reaper(Tasks& tasks);
  /// Calls `ended` once, on the loop's thread. `pid` leads a process group of its own.
  void watch(pid_t pid, Ended ended);
  /// `inner`, a child of the watched process `pid`, belongs to it: when `pid` has ended, `inner` is killed,
  /// and `pid` counts as ended only once `inner` has as well. REQUIRES: adopt_orphans().
  void watch_with(pid_t pid, pid_t inner);
  /// From now on this process kills and reaps all its children that are not watched: as a subreaper it
  /// inherits orphans of bots.
  void adopt_orphans() { adopts_ = true; }
  /// Stops listening for signals, so that the event loop can end. REQUIRES: no watched process still matters.
  void stop() {
    stopped_ = true;
    signals_.cancel();
  }

 private:
  struct Watched {
    Ended ended;
    pid_t inner = 0;
  };

  Task<> loop();
  void sweep();
  bool inner_ended(pid_t inner) const;
  void end_orphans() const;

  boost::asio::signal_set signals_;
  std::map<pid_t, Watched> watched_;
  bool adopts_ = false;
  bool stopped_ = false;  // maybe before the loop has begun to wait
};

}  // namespace referee
