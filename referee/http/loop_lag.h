#pragma once

#include <boost/asio/io_context.hpp>

#include "referee/base/units.h"
#include "referee/http/metrics.h"
#include "referee/loop/timer.h"

namespace referee::web {

/// Measures how late an event loop makes its calls: a timer goes off every kInterval, and the histogram gets
/// by how many seconds it was late.
class LoopLag {
 public:
  static constexpr Milliseconds kInterval{250};

  LoopLag(boost::asio::io_context& io, Histogram& lag) : timer_(io), lag_(lag) {}

  /// Begins to measure; this keeps the loop running until end().
  void begin() { wait(timer_.clock().now() + kInterval); }
  void end() { timer_.cancel(); }

 private:
  void wait(TimePoint at) {
    timer_.set(at, [this, at] {
      const TimePoint now = timer_.clock().now();
      lag_.observe(std::chrono::duration<double>(now - at).count());
      wait(now + kInterval);
    });
  }

  Timer timer_;
  Histogram& lag_;
};

}  // namespace referee::web
