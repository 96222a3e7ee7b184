#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "referee/base/units.h"
#include "referee/loop/tasks.h"

namespace referee {

/// The last argument of Asio's operations in coroutines: co_await gives a tuple that begins with the error.
/// Nothing is thrown for a failed operation, which is an ordinary event here.
inline constexpr auto kAwait = boost::asio::as_tuple(boost::asio::use_awaitable);

/// A condition variable of coroutines: any number of them wait for a change, and then check again what they
/// wait for. The code that changes something calls notify(). A waiting coroutine keeps the event loop
/// running.
class Condition {
 public:
  explicit Condition(boost::asio::io_context& io) : timer_(io, TimePoint::max()) {}

  /// Returns at the next notify().
  Task<> changed() { (void)co_await timer_.async_wait(kAwait); }
  void notify() { timer_.cancel(); }

 private:
  boost::asio::steady_timer timer_;
};

/// Something that happens once; at most one coroutine waits for it at a time.
class Event {
 public:
  explicit Event(boost::asio::io_context& io) : timer_(io) {}

  void set() {
    is_set_ = true;
    timer_.cancel();
  }
  bool is_set() const { return is_set_; }

  /// False if `deadline` came first.
  Task<bool> wait_until(TimePoint deadline) {
    while (!is_set_ && std::chrono::steady_clock::now() < deadline) {
      timer_.expires_at(deadline);
      (void)co_await timer_.async_wait(kAwait);
    }
    co_return is_set_;
  }
  Task<> wait() { (void)co_await wait_until(TimePoint::max()); }

 private:
  boost::asio::steady_timer timer_;
  bool is_set_ = false;
};

}  // namespace referee
