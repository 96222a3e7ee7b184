#pragma once

#include <cassert>
#include <chrono>
#include <functional>
#include <memory>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

namespace referee {

/// Calls once, on the loop's thread, unless it is cancelled, set anew or destroyed before. A plain timer of
/// Asio cannot promise this: once it has expired, its call is queued and can no longer be cancelled. It keeps
/// the loop running while it is set.
template <class AsioTimer>
class BasicTimer {
 public:
  explicit BasicTimer(boost::asio::io_context& io) : timer_(io) {}

  /// `call` is called at `at`, or now if that is past. A call that was set before is cancelled.
  template <class Call>
  void set(typename AsioTimer::time_point at, Call call) {
    setting_ = std::make_shared<Setting>();
    timer_.expires_at(at);
    timer_.async_wait([setting = std::weak_ptr<Setting>(setting_),
                       call = std::move(call)](const boost::system::error_code& cancelled) {
      if (!cancelled && !setting.expired()) {
        call();
      }
    });
  }
  /// Calls `call` when `time` has passed from now on, unless the timer is set again or cancelled before.
  template <class Call>
  void set_after(typename AsioTimer::duration time, Call call) {
    set(AsioTimer::clock_type::now() + time, std::move(call));
  }
  void cancel() {
    setting_ = nullptr;
    timer_.cancel();
  }

 private:
  struct Setting {};

  AsioTimer timer_;
  std::shared_ptr<Setting> setting_;
};

using Timer = BasicTimer<boost::asio::steady_timer>;

/// Makes a call again and again, on the loop's thread, until it is ended. It keeps the loop running until
/// then.
class PeriodicTimer {
 public:
  using Interval = std::chrono::steady_clock::duration;

  PeriodicTimer(boost::asio::io_context& io, std::function<void()> each)
      : each_(std::move(each)), next_(io) {}

  /// Calls now, and then after each `interval`. REQUIRES: not begun, or ended.
  void begin(Interval interval) {
    assert(!goes_on_);
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
    each_();
    if (goes_on_) {
      next_.set_after(interval_, [this] { fire(); });
    }
  }

  std::function<void()> each_;
  Interval interval_{};
  bool goes_on_ = false;
  Timer next_;
};

}  // namespace referee
