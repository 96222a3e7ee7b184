#pragma once

#include <algorithm>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>

#include <boost/asio/io_context.hpp>

#include "referee/loop/clock.h"
#include "referee/loop/tasks.h"

namespace test_support {

/// A Clock whose time stands still until the test, or the loop that it runs, lets it pass. It begins at an
/// arbitrary moment, the same in each run. A loop has it from the beginning by SimulatedClock::of(io), before
/// anything else uses the loop.
class SimulatedClock final : public referee::Clock {
 public:
  explicit SimulatedClock(boost::asio::io_context& io) : Clock(io) {}
  /// Gives the loop this clock. REQUIRES: the loop has none yet.
  static SimulatedClock& of(boost::asio::io_context& io) {
    auto clock = std::make_unique<SimulatedClock>(io);
    boost::asio::add_service<Clock>(io, clock.get());
    return *clock.release();  // the loop's from now on
  }

  referee::TimePoint now() const override { return now_; }
  referee::SystemTime utc() const override {
    return referee::SystemTime(
        std::chrono::duration_cast<referee::SystemTime::duration>(now_.time_since_epoch() + ahead_));
  }
  referee::Moment both() const override { return {now_, ahead_}; }

  /// The owner of the machine sets the clock of the time of day: it is ahead of what it was by `by`.
  void set_ahead(referee::Nanoseconds by) { ahead_ += by; }

  /// Lets the time pass up to the next moment for which anything waits, and makes the calls of that moment.
  /// False: nothing waits.
  bool pass_to_next() {
    const std::optional<referee::Nanoseconds> next = next_call();
    if (!next) {
      return false;
    }
    pass_to(std::max(now_, referee::TimePoint(*next)));
    return true;
  }
  /// Lets the time pass, and makes the calls whose time comes, each at its moment, but runs no loop.
  void pass(referee::Nanoseconds time) {
    const referee::TimePoint end = now_ + time;
    for (auto next = next_call(); next && referee::TimePoint(*next) <= end; next = next_call()) {
      pass_to(std::max(now_, referee::TimePoint(*next)));
    }
    now_ = end;
  }

 private:
  void calls_changed(const referee::TimedCalls& /*calls*/) override {}

  /// Since the epoch of the monotonic clock. What waits for the end of time waits for no time at all.
  std::optional<referee::Nanoseconds> next_call() const {
    std::optional<referee::Nanoseconds> next = monotonic_calls_.earliest();
    if (const auto utc = utc_calls_.earliest(); utc && (!next || *utc - ahead_ < *next)) {
      next = *utc - ahead_;
    }
    return next != referee::TimePoint::max().time_since_epoch() ? next : std::nullopt;
  }
  void pass_to(referee::TimePoint time) {
    now_ = time;
    monotonic_calls_.make_due(now_.time_since_epoch());
    utc_calls_.make_due(now_.time_since_epoch() + ahead_);
  }

  referee::TimePoint now_{std::chrono::hours(1)};
  referee::RealtimeOffset ahead_ = std::chrono::sys_days{std::chrono::year{2026} / 11 / 1}.time_since_epoch();
};

/// An event loop whose time passes only when nothing else is left to do.
class SimulatedLoop {
 public:
  boost::asio::io_context& io() { return io_; }
  SimulatedClock& clock() { return clock_; }
  referee::Tasks& tasks() { return tasks_; }

  /// Until nothing is left to do, and nothing waits for a time. Throws what a task has thrown.
  void run() {
    do {
      io_.restart();
      io_.poll();
    } while (clock_.pass_to_next());
    if (tasks_.first_failure()) {
      std::rethrow_exception(tasks_.first_failure());
    }
  }

 private:
  boost::asio::io_context io_{1};
  SimulatedClock& clock_ = SimulatedClock::of(io_);
  referee::Tasks tasks_{io_};
};

}  // namespace test_support
