#include "referee/loop/clock.h"

#include <algorithm>
#include <chrono>

#include "referee/base/input.h"
#include "referee/base/kernel_time.h"

namespace referee {
namespace {

template <class Time>
Nanoseconds since_epoch(Time time) {
  return std::chrono::duration_cast<Nanoseconds>(time.time_since_epoch());
}

}  // namespace

// ---- TimedCalls ----

void TimedCalls::add(TimedCall& call, Nanoseconds at) {
  call.at_ = at;
  call.among_ = this;
  calls_.insert(call);
}

void TimedCalls::remove(TimedCall& call) {
  call.among_ = nullptr;
  calls_.erase(calls_.iterator_to(call));
}

std::optional<Nanoseconds> TimedCalls::earliest() const {
  return calls_.empty() ? std::nullopt : std::optional(calls_.begin()->at_);
}

void TimedCalls::make_due(Nanoseconds now) {
  for (std::size_t most = calls_.size(); most > 0 && !calls_.empty() && calls_.begin()->at_ <= now; --most) {
    TimedCall& call = *calls_.begin();
    remove(call);
    call.due();
  }
}

void TimedCalls::abandon() {
  while (!calls_.empty()) {
    TimedCall& call = *calls_.begin();
    remove(call);
    call.abandoned();
  }
}

// ---- TimedCall ----

TimedCall::TimedCall(boost::asio::io_context& io) : clock_(Clock::of(io)) {}

void TimedCall::call_at(TimePoint at) {
  cancel();
  if (!clock_.over_) {
    clock_.monotonic_calls_.add(*this, since_epoch(at));
    clock_.calls_changed(clock_.monotonic_calls_);
  }
}

void TimedCall::call_at(SystemTime at) {
  cancel();
  if (!clock_.over_) {
    clock_.utc_calls_.add(*this, since_epoch(at));
    clock_.calls_changed(clock_.utc_calls_);
  }
}

void TimedCall::cancel() {
  if (TimedCalls* const among = among_) {
    among->remove(*this);
    if (!clock_.over_) {
      clock_.calls_changed(*among);
    }
  }
}

// ---- Clock ----

boost::asio::io_context::id Clock::id;

Clock::Clock(boost::asio::io_context& io)
    : boost::asio::io_context::service(io),
      monotonic_waker_{boost::asio::steady_timer(io)},
      utc_waker_{boost::asio::system_timer(io)} {}

TimePoint Clock::now() const { return kernel_now(); }

SystemTime Clock::utc() const { return kernel_utc(); }

Moment Clock::both() const { return Moment::now(); }

std::string Clock::boot_id() const {
  std::string text = read_own_file("/proc/sys/kernel/random/boot_id").value_or("");
  text.resize(std::min(text.find('\n'), text.size()));
  return text;
}

void Clock::shutdown() {
  over_ = true;
  monotonic_calls_.abandon();
  utc_calls_.abandon();
}

void Clock::calls_changed(const TimedCalls& calls) {
  if (&calls == &monotonic_calls_) {
    set(monotonic_waker_, monotonic_calls_, &Clock::now);
  } else {
    set(utc_waker_, utc_calls_, &Clock::utc);
  }
}

template <class AsioTimer, class Time>
void Clock::set(Waker<AsioTimer>& waker, TimedCalls& calls, Time (Clock::*now)() const) {
  const std::optional<Nanoseconds> earliest = calls.earliest();
  if (!earliest) {
    if (waker.set_for) {
      waker.set_for.reset();
      waker.timer.cancel();  // so that the loop can end
    }
    return;
  }
  const Time at(*earliest);
  if (waker.set_for && *waker.set_for <= at) {
    return;  // the loop wakes early enough, and sets it again then
  }
  waker.set_for = at;
  waker.timer.expires_at(at);
  waker.timer.async_wait([this, &waker, &calls, now](const boost::system::error_code& cancelled) {
    if (cancelled) {
      return;
    }
    waker.set_for.reset();
    try {
      calls.make_due(since_epoch((this->*now)()));
    } catch (...) {
      set(waker, calls, now);  // a call that fails delays no other one
      throw;
    }
    set(waker, calls, now);
  });
}

}  // namespace referee
