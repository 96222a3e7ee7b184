#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>

#include "referee/base/time.h"
#include "referee/net/await.h"
#include "referee/net/tasks.h"

namespace referee {

/// A condition variable of coroutines: any number wait for something to change, and look again whether it is
/// what they wait for. Whoever changes something calls notify(). It keeps a loop running while somebody
/// waits.
class Condition {
 public:
  explicit Condition(boost::asio::io_context& io) : timer_(io, TimePoint::max()) {}

  /// Until the next notify().
  Task<> changed() { (void)co_await timer_.async_wait(kAwait); }
  void notify() { timer_.cancel(); }

 private:
  boost::asio::steady_timer timer_;
};

}  // namespace referee
