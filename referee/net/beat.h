#pragma once

#include <chrono>
#include <functional>
#include <utility>

#include "referee/net/alarm.h"

namespace referee {

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
