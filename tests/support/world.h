#pragma once

#include <csignal>
#include <stdexcept>
#include <utility>

#include <boost/asio/io_context.hpp>

#include "referee/loop/tasks.h"
#include "tests/support/stamping_loopback.h"

namespace test_support {

/// The referee's event loop, which the test runs until a condition holds. It never sleeps; if the condition
/// never holds, the time limit of the test runner ends the test.
class World {
 public:
  World() { std::signal(SIGPIPE, SIG_IGN); }  // as in the program

  boost::asio::io_context& io() { return io_; }
  referee::Tasks& tasks() { return tasks_; }
  referee::Loopback& loopback() { return loopback_; }

  /// Runs the loop until `condition` holds. Throws if the loop ends before.
  template <class Condition>
  void until(Condition condition) {
    while (!condition()) {
      io_.restart();
      if (io_.run_one() == 0 && !condition()) {
        throw std::runtime_error("the loop ran dry before it came to what the test waits for");
      }
    }
  }
  /// Runs until nothing is left to do.
  void run_dry() {
    io_.restart();
    io_.run();
  }
  /// Runs what can run now.
  void poll() {
    io_.restart();
    io_.poll();
  }
  /// Runs `task` to its end, and throws what it throws.
  void run(referee::Task<> task) {
    bool done = false;
    std::exception_ptr failure;
    tasks_.start("test", guarded(std::move(task), done, failure));
    until([&] { return done; });
    if (failure) {
      std::rethrow_exception(failure);
    }
  }

 private:
  static referee::Task<> guarded(referee::Task<> task, bool& done, std::exception_ptr& failure) {
    try {
      co_await std::move(task);
    } catch (...) {
      failure = std::current_exception();
    }
    done = true;
  }

  boost::asio::io_context io_{1};
  referee::Tasks tasks_{io_};
  referee::Loopback loopback_ = stamping_loopback();
};

}  // namespace test_support
