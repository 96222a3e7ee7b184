#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

namespace referee {

/// Rings once, on the loop's thread, unless it is cancelled, set anew or destroyed before. A bare timer of
/// Asio does not keep that promise: when its time has come, the call is under way, and cancelling it is too
/// late. It keeps the loop running while it is set.
template <class Timer>
class BasicAlarm {
 public:
  explicit BasicAlarm(boost::asio::io_context& io) : timer_(io) {}

  /// `ring` is called at `at`, or now if that is past. What was set before is cancelled.
  template <class Ring>
  void set(typename Timer::time_point at, Ring ring) {
    setting_ = std::make_shared<Setting>();
    timer_.expires_at(at);
    timer_.async_wait([setting = std::weak_ptr<Setting>(setting_),
                       ring = std::move(ring)](const boost::system::error_code& cancelled) {
      if (!cancelled && !setting.expired()) {
        ring();
      }
    });
  }
  /// As set(), when `time` has passed from now on.
  template <class Ring>
  void set_after(typename Timer::duration time, Ring ring) {
    set(Timer::clock_type::now() + time, std::move(ring));
  }
  void cancel() {
    setting_ = nullptr;
    timer_.cancel();
  }

 private:
  struct Setting {};

  Timer timer_;
  std::shared_ptr<Setting> setting_;
};

using Alarm = BasicAlarm<boost::asio::steady_timer>;

/// Does something again and again, on the loop's thread, until it is ended. It keeps the loop running until
/// then.
class Beat {
 public:
  using Interval = std::chrono::steady_clock::duration;

  Beat(boost::asio::io_context& io, std::function<void()> each) : each_(std::move(each)), next_(io) {}

  /// Now, and each time `interval` later than before. REQUIRES: not begun, or ended.
  void begin(Interval interval) {
    interval_ = interval;
    goes_on_ = true;
    beat();
  }
  /// Not once more. Does nothing if it has not begun.
  void end() {
    goes_on_ = false;
    next_.cancel();
  }

 private:
  void beat() {
    each_();
    if (goes_on_) {
      next_.set_after(interval_, [this] { beat(); });
    }
  }

  std::function<void()> each_;
  Interval interval_{};
  bool goes_on_ = false;
  Alarm next_;
};

}  // namespace referee
