#include "referee/loop/event.h"

#include <utility>

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/post.hpp>

#include "referee/loop/timed_call.h"

namespace referee {

/// A coroutine that waits. It belongs to nobody but itself: the coroutine may own the Condition.
class Condition::Waiter final : public Hook, private TimedCall {
 public:
  using Resume = boost::asio::any_completion_handler<void()>;

  Waiter(boost::asio::io_context& io, Resume resume, TimePoint by)
      : TimedCall(io), resume_(std::move(resume)) {
    call_at(by);
  }
  /// Gives what lets the coroutine go on, and is gone.
  Resume end() {
    Resume resume = std::move(resume_);
    delete this;
    return resume;
  }

 private:
  ~Waiter() = default;
  void due() override { end()(); }
  void abandoned() override { (void)end(); }

  Resume resume_;
};

Condition::Condition(boost::asio::io_context& io) : io_(io), clock_(Clock::of(io)) {}

Condition::~Condition() { notify(); }

Task<> Condition::changed(TimePoint by) {
  return boost::asio::async_initiate<decltype(boost::asio::use_awaitable), void()>(
      [this, by](Waiter::Resume resume) { waiters_.push_back(*new Waiter(io_, std::move(resume), by)); },
      boost::asio::use_awaitable);
}

void Condition::notify() {
  while (!waiters_.empty()) {
    // In a call that has no executor of its own: a handler with one costs some 1,300 instructions more.
    boost::asio::post(
        io_, [resume = static_cast<Waiter&>(waiters_.front()).end()]() mutable { std::move(resume)(); });
  }
}

Task<> sleep(boost::asio::io_context& io, Nanoseconds time) {
  Condition never(io);
  co_await never.changed(never.clock().now() + time);
}

}  // namespace referee
