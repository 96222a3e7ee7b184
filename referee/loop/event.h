#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/intrusive/list.hpp>

#include "referee/base/units.h"
#include "referee/loop/clock.h"
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
  explicit Condition(boost::asio::io_context& io);
  /// Those that wait go on.
  ~Condition();
  Condition(const Condition&) = delete;
  Condition& operator=(const Condition&) = delete;

  /// Returns at the next notify(), or at `by` if that comes first.
  Task<> changed(TimePoint by = TimePoint::max());
  /// Returns at the next notify(), or when `time` has passed if that comes first.
  Task<> changed_within(Nanoseconds time) { return changed(clock_.now() + time); }
  void notify();
  Clock& clock() const { return clock_; }

 private:
  struct Hook : boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>> {
  };
  class Waiter;

  boost::asio::io_context& io_;
  Clock& clock_;
  boost::intrusive::list<Hook, boost::intrusive::constant_time_size<false>> waiters_;
};

/// Something that happens once; any number of coroutines wait for it.
class Event {
 public:
  explicit Event(boost::asio::io_context& io) : changed_(io) {}

  void set() {
    is_set_ = true;
    changed_.notify();
  }
  bool is_set() const { return is_set_; }

  /// False if `deadline` came first.
  Task<bool> wait_until(TimePoint deadline) {
    while (!is_set_ && changed_.clock().now() < deadline) {
      co_await changed_.changed(deadline);
    }
    co_return is_set_;
  }
  /// False if `time` has passed first.
  Task<bool> wait_within(Nanoseconds time) { return wait_until(changed_.clock().now() + time); }
  Task<> wait() { (void)co_await wait_until(TimePoint::max()); }

 private:
  Condition changed_;
  bool is_set_ = false;
};

/// Returns when `time` has passed.
Task<> sleep(boost::asio::io_context& io, Nanoseconds time);

}  // namespace referee
