#include "referee/join/takeover_watch.h"

#include <chrono>
#include <utility>

namespace referee {
namespace {

constexpr Milliseconds kQuiet{10'000};
constexpr Milliseconds kDialPatience{2000};

}  // namespace

TakeoverWatch::TakeoverWatch(Tasks& tasks, std::vector<Address> addresses,
                             std::function<void(std::size_t)> taken_over)
    : tasks_(tasks),
      addresses_(std::move(addresses)),
      taken_over_(std::move(taken_over)),
      dialler_(tasks.io()),
      quiet_(tasks.io()),
      ended_(tasks.io()),
      heard_at_(tasks_.clock().now()) {}

void TakeoverWatch::begin() {
  if (addresses_.size() > 1) {
    begun_ = true;
    tasks_.start("take-over", watch());
  }
}

void TakeoverWatch::heard(std::size_t address) {
  present_ = address;
  heard_at_ = tasks_.clock().now();
}

Task<> TakeoverWatch::watch() {
  while (!stopped_) {
    co_await quiet_.changed(heard_at_ + kQuiet);
    if (!stopped_ && tasks_.clock().now() >= heard_at_ + kQuiet) {
      co_await look_elsewhere();
      heard_at_ = tasks_.clock().now();
    }
  }
  ended_.set();
}

Task<> TakeoverWatch::look_elsewhere() {
  for (std::size_t i = 0; i < addresses_.size() && !stopped_; ++i) {
    if (i == present_) {
      continue;
    }
    const Dialled dialled = co_await dialler_.dial(addresses_[i], kDialPatience);
    if (!dialled.error && !stopped_) {
      taken_over_(i);
      co_return;
    }
  }
}

Task<> TakeoverWatch::stop() {
  stopped_ = true;
  quiet_.notify();
  dialler_.cancel();
  if (begun_) {
    co_await ended_.wait();
  }
}

}  // namespace referee
