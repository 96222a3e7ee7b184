#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <thread>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include "referee/base/units.h"
#include "referee/http/loop_lag.h"
#include "referee/http/metrics.h"
#include "referee/loop/tasks.h"

namespace referee::web {

/// A thread of low priority with an event loop of its own, so that spectators cost players nothing. Servers
/// and what their handlers use are made before start(), run on the thread, and are destroyed after stop(). An
/// exception on the thread is logged and does not end the program: the loop goes on, and after kMostFailures
/// of them it is stopped with an error in the log. It is no WorkThread: its queue is the event loop's, which
/// sockets and timers fill, too, and its end waits for clients.
class WebThread {
 public:
  static constexpr std::size_t kMostPosted = 10'000;  ///< calls that wait for the thread
  static constexpr int kMostFailures = 100;

  /// `metrics` outlives it: it gets the loop's lag.
  explicit WebThread(Metrics& metrics);
  /// Calls stop().
  ~WebThread();
  WebThread(const WebThread&) = delete;
  WebThread& operator=(const WebThread&) = delete;

  /// For what runs on the thread. Not from other threads once it has started.
  Tasks& tasks() { return tasks_; }

  /// `close` closes the servers. It is called on the thread by stop(), or when the thread gives up. REQUIRES:
  /// not started yet.
  void start(std::function<void()> close = {});
  /// From any thread: `call` is called on the thread, in the order of posting. It never waits. False, and
  /// `call` is dropped, if kMostPosted calls wait already or the thread has been stopped.
  bool post(std::function<void()> call);
  /// Closes the servers and waits until the loop has ended; after `patience` it is stopped without waiting
  /// for what it still has to do, at most the call that it is in. Does nothing the second time.
  void stop(Milliseconds patience = Milliseconds(2'000));

 private:
  void run();
  void close_servers();

  boost::asio::io_context io_{1};
  Tasks tasks_{io_};
  LoopLag lag_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::function<void()> close_;
  std::atomic<std::size_t> posted_{0};
  std::atomic<bool> stopped_{false};
  std::promise<void> ended_;
  std::thread thread_;
};

}  // namespace referee::web
