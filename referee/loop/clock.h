#pragma once

#include <optional>
#include <string>

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/system_timer.hpp>
#include <boost/intrusive/set.hpp>

#include "referee/base/units.h"
#include "referee/clocks/moment.h"
#include "referee/loop/timed_call.h"

namespace referee {

/// The calls that wait for a time of one clock, the earliest first; those of one time in the order in which
/// they were set.
class TimedCalls {
 public:
  /// Takes a call that is not set.
  void add(TimedCall& call, Nanoseconds at);
  void remove(TimedCall& call);
  /// Nothing: none waits.
  std::optional<Nanoseconds> earliest() const;
  /// Makes the calls whose time has come by `now`, the earliest first, but at most as many as waited when it
  /// began: one that sets itself anew for a past time holds nobody up.
  void make_due(Nanoseconds now);
  /// See TimedCall::abandoned().
  void abandon();

 private:
  struct Earlier {
    bool operator()(const TimedCall& a, const TimedCall& b) const { return a.at_ < b.at_; }
  };
  boost::intrusive::multiset<TimedCall, boost::intrusive::compare<Earlier>> calls_;
};

/// What time it is for all that runs on a loop, and what waits for a time: Timer, Condition and Event. Time
/// reaches the code from here alone, so that another kind, added to the loop before its first use by
/// boost::asio::add_service, decides about all of it: see tests/support/simulated_clock.h.
class Clock : public boost::asio::io_context::service {
 public:
  static boost::asio::io_context::id id;  // NOLINT: how Asio finds a service

  explicit Clock(boost::asio::io_context& io);
  static Clock& of(boost::asio::io_context& io) { return boost::asio::use_service<Clock>(io); }

  /// May be asked on any thread.
  virtual TimePoint now() const;
  /// UTC, which the machine's owner may set. May be asked on any thread.
  virtual SystemTime utc() const;
  /// Both, read at one moment.
  virtual Moment both() const;
  /// Whose start now() counts from: another text after each start of the system, "" where the kernel does not
  /// tell.
  virtual std::string boot_id() const;
  /// How long the next call of a WorkThread takes where time is simulated, and the loop itself makes the call
  /// when that has passed; nothing: a thread of the kernel makes it.
  virtual std::optional<Nanoseconds> time_of_work() { return std::nullopt; }

 protected:
  /// The calls have changed. This kind has the kernel wake the loop for the earliest one.
  virtual void calls_changed(const TimedCalls& calls);

  TimedCalls monotonic_calls_;
  TimedCalls utc_calls_;

 private:
  friend class TimedCall;

  /// How the kernel wakes the loop.
  template <class AsioTimer>
  struct Waker {
    AsioTimer timer;
    std::optional<typename AsioTimer::time_point> set_for = {};  // nothing: it is not set
  };

  void shutdown() override;
  template <class AsioTimer, class Time>
  void set(Waker<AsioTimer>& waker, TimedCalls& calls, Time (Clock::*now)() const);

  Waker<boost::asio::steady_timer> monotonic_waker_;
  Waker<boost::asio::system_timer> utc_waker_;
  bool over_ = false;  // the loop is being destroyed
};

}  // namespace referee
