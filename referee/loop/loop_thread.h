#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include "referee/loop/tasks.h"

namespace referee {

/// A thread with an event loop of its own, where what is slow, or many, delays nothing of another loop. It
/// begins with the first call that is posted.
class LoopThread {
 public:
  /// All three are called on the thread. `begin` comes before all that is posted, and makes what lives there;
  /// `end` ends what is under way, so that the loop can end, and `gone` comes when it has: it destroys what
  /// `begin` has made.
  struct Life {
    std::function<void()> begin;
    std::function<Task<>()> end;
    std::function<void()> gone;
  };

  /// `what`: the thread, for messages: "the thread of rules programs".
  LoopThread(std::string what, Life life);
  /// Calls stop().
  ~LoopThread();
  LoopThread(const LoopThread&) = delete;
  LoopThread& operator=(const LoopThread&) = delete;

  /// Has `call` called on the thread, after those that were posted before. Any thread may call it. False, and
  /// no call, after stop(). Throws std::system_error if the system gives no thread.
  bool post(std::function<void()> call);
  /// Has the coroutine that `work` makes run on the thread; `work` is called there in the order of posted
  /// calls. Returns on the loop of `home` when it is over, and throws what it throws. REQUIRES: stop() comes
  /// later.
  Task<> run(Tasks& home, std::function<Task<>()> work);
  /// Ends all, and then the thread. Any other thread may call it.
  void stop();
  /// Whether anything was ever posted, so that there is, or was, a thread. Any thread may ask.
  bool begun();
  /// For the thread itself.
  Tasks& tasks() { return tasks_; }

 private:
  void work();

  const std::string what_;
  const Life life_;
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> open_;  // until stop()
  Tasks tasks_{io_};
  std::mutex mutex_;  // of those below
  bool begun_ = false;
  bool stopped_ = false;
  std::thread thread_;
};

}  // namespace referee
