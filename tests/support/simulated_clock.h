#pragma once

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

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
  std::string boot_id() const override { return boot_id_; }
  /// The machine was started again.
  void set_boot_id(std::string id) { boot_id_ = std::move(id); }
  std::optional<referee::Nanoseconds> time_of_work() override {
    return time_of_work_ ? time_of_work_() : referee::Nanoseconds{0};
  }
  /// From now on calls of a WorkThread take what this returns; before they take no time.
  void set_time_of_work(std::function<referee::Nanoseconds()> time) { time_of_work_ = std::move(time); }

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

  std::function<referee::Nanoseconds()> time_of_work_;
  std::string boot_id_ = "a simulated start";
  referee::TimePoint now_{std::chrono::hours(1)};
  referee::RealtimeOffset ahead_ = std::chrono::sys_days{std::chrono::year{2026} / 11 / 1}.time_since_epoch();
};

/// An event loop whose time passes only when nothing else is left to do.
class SimulatedLoop {
 public:
  boost::asio::io_context& io() { return io_; }
  SimulatedClock& clock() { return clock_; }
  referee::Tasks& tasks() { return tasks_; }

  /// Runs one call that can be made now or, if none can, lets the time pass to the next moment for which
  /// something waits. False: nothing happens any more.
  bool step() {
    io_.restart();
    return io_.poll_one() > 0 || clock_.pass_to_next();
  }
  /// Runs until `condition` holds. Throws std::runtime_error if nothing happens any more before, or `most`
  /// passes.
  template <class Condition>
  void until(Condition condition, referee::Nanoseconds most = std::chrono::hours(24 * 365)) {
    const referee::TimePoint end = clock_.now() + most;
    while (!condition()) {
      if (clock_.now() > end || !step()) {
        throw std::runtime_error("the simulation ended before it came to what is waited for");
      }
    }
  }
  /// Ends as a process that is killed: whatever waits is destroyed, and nothing runs any more. What uses the
  /// loop may be destroyed afterwards.
  void abandon() { io_.abandon(); }
  /// Until nothing is left to do, and nothing waits for a time. Throws what a task has thrown.
  void run() {
    while (step()) {
    }
    if (tasks_.first_failure()) {
      std::rethrow_exception(tasks_.first_failure());
    }
  }

 private:
  struct Io : boost::asio::io_context {
    Io() : io_context(1) {}
    void abandon() { shutdown(); }
  };

  Io io_;
  SimulatedClock& clock_ = SimulatedClock::of(io_);
  referee::Tasks tasks_{io_};
};

}  // namespace test_support
