#pragma once

#include <sys/types.h>

#include <functional>
#include <map>
#include <memory>

#include <boost/asio/signal_set.hpp>

#include "referee/loop/tasks.h"

namespace referee {

/// The owner of SIGCHLD and waitpid for one thread, which starts the watched processes; each thread that
/// starts some has its own. When a watched process ends, the rest of its process group is killed before the
/// process is reaped: until then no other group can have its number.
class Reaper {
 public:
  using Ended = std::function<void(int wait_status)>;

  explicit Reaper(Tasks& tasks);
  /// Calls `ended` once, on the loop's thread. `pid` leads a process group of its own.
  void watch(pid_t pid, Ended ended);
  /// From now on this thread kills and reaps all its children that are not watched: the first thread of a
  /// subreaper inherits what a supervisor that was killed leaves. REQUIRES: it is the first thread.
  void adopt_orphans() { adopts_ = true; }
  /// Stops listening for signals once every watched process has ended, so that the event loop can end:
  /// somebody waits for the end of each. REQUIRES: all of them have been told to end.
  void stop();

 private:
  void listen();
  Task<> loop();
  bool is_done() const { return stopped_ && watched_.empty(); }
  void sweep();
  void end_orphans() const;

  Tasks& tasks_;
  boost::asio::signal_set signals_;
  std::map<pid_t, Ended> watched_;
  bool adopts_ = false;
  const std::shared_ptr<const char> exists_ = std::make_shared<const char>();
  bool listens_ = false;
  bool stopped_ = false;  // maybe before the loop has begun to wait
};

}  // namespace referee
