#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "referee/base/time.h"
#include "referee/net/await.h"
#include "referee/net/tasks.h"

namespace referee {

/// Something that happens once, and at most one coroutine that waits for it at a time.
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
