#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <string>
#include <utility>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include "referee/loop/clock.h"

namespace referee {

/// A coroutine.
template <class T = void>
using Task = boost::asio::awaitable<T>;

/// Starts coroutines and keeps track of them: each has a name, failures are logged by that name, and the
/// number of running ones is known. All of them run on the one thread of the io_context.
class Tasks {
 public:
  explicit Tasks(boost::asio::io_context& io) : io_(io), clock_(Clock::of(io)) {}

  /// Starts `task`, never before start() has returned. An exception that leaves it is a fault of ours: it is
  /// logged, and first_failure() keeps it.
  void start(std::string name, Task<> task);
  /// Notes a failure outside of a coroutine, which is a fault of ours too: logs it under `name`;
  /// first_failure() keeps it if it is the first.
  void failed(const std::string& name, const std::exception_ptr& failure);
  std::size_t running() const { return running_; }
  std::exception_ptr first_failure() const { return failure_; }
  /// Calls `failed`, on the loop's thread, after each failure: for a program that cannot go on then.
  void on_failure(std::function<void()> failed) { failed_ = std::move(failed); }

  boost::asio::io_context& io() { return io_; }
  Clock& clock() const { return clock_; }

 private:
  boost::asio::io_context& io_;
  Clock& clock_;
  std::size_t running_ = 0;
  std::exception_ptr failure_;
  std::function<void()> failed_;
};

}  // namespace referee
