#pragma once

#include <functional>
#include <utility>

#include <boost/asio/io_context.hpp>

#include "protocol/require.h"
#include "referee/base/units.h"
#include "referee/loop/clock.h"
#include "referee/loop/timed_call.h"

namespace referee {

/// Calls a function once, on the loop's thread, unless it is cancelled, set anew or destroyed before. Each of
/// the three destroys the function at once, with what it holds. It keeps the loop running while it is set.
class Timer final : private TimedCall {
 public:
  explicit Timer(boost::asio::io_context& io) : TimedCall(io) {}

  /// `call` is called at `at`, by one clock or the other (see TimedCall), or as soon as the loop can if that
  /// is past. A call that was set before is cancelled.
  template <class Time>
  void set(Time at, std::function<void()> call) {
    call_ = std::move(call);
    call_at(at);
  }
  /// Calls `call` when `time` has passed from now on, unless the timer is set again or cancelled before.
  void set_after(Nanoseconds time, std::function<void()> call) { set(clock().now() + time, std::move(call)); }
  void cancel() {
    TimedCall::cancel();
    call_ = nullptr;
  }

  using TimedCall::clock;

 private:
  void due() override {
    const auto call = std::exchange(call_, nullptr);  // which may destroy this timer
    call();
  }
  /// The call may hold what owns this timer.
  void abandoned() override { (void)std::exchange(call_, nullptr); }

  std::function<void()> call_;
};

/// Makes a call again and again, on the loop's thread, until it is ended. It keeps the loop running until
/// then.
class PeriodicTimer {
 public:
  PeriodicTimer(boost::asio::io_context& io, std::function<void()> each)
      : each_(std::move(each)), next_(io) {}

  /// Calls now, and then after each `interval`. REQUIRES: not begun, or ended.
  void begin(Nanoseconds interval) {
    REQUIRE(!goes_on_);
    interval_ = interval;
    goes_on_ = true;
    fire();
  }
  /// No more calls. Does nothing if it has not begun.
  void end() {
    goes_on_ = false;
    next_.cancel();
  }

 private:
  void fire() {
    try {
      each_();
    } catch (...) {
      set_next();
      throw;
    }
    set_next();
  }
  void set_next() {
    if (goes_on_) {
      next_.set_after(interval_, [this] { fire(); });
    }
  }

  std::function<void()> each_;
  Nanoseconds interval_{};
  bool goes_on_ = false;
  Timer next_;
};

}  // namespace referee
