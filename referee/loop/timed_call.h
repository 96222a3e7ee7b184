#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/intrusive/set.hpp>

#include "referee/base/units.h"

namespace referee {

class Clock;

/// A call that is made once, on the loop's thread, when its time has come, unless it is cancelled, set anew
/// or destroyed before. It keeps the loop running while it is set. Made, used and destroyed on the loop's
/// thread.
class TimedCall : public boost::intrusive::set_base_hook<> {
 public:
  explicit TimedCall(boost::asio::io_context& io);
  TimedCall(const TimedCall&) = delete;
  TimedCall& operator=(const TimedCall&) = delete;

  /// At `at`, or as soon as the loop can if that is past.
  void call_at(TimePoint at);
  /// By the clock that the machine's owner may set. If it is set, the new time is heeded within five minutes.
  void call_at(SystemTime at);
  /// No effect if it is not set.
  void cancel();
  Clock& clock() const { return clock_; }

 protected:
  ~TimedCall() { cancel(); }

 private:
  friend class Clock;
  friend class TimedCalls;

  /// The time has come. It is not set any more: the call may set it anew, or destroy it.
  virtual void due() = 0;
  /// The loop is destroyed: nobody will call. What belongs to nobody else destroys itself.
  virtual void abandoned() {}

  Clock& clock_;
  class TimedCalls* among_ = nullptr;  // null: not set
  Nanoseconds at_{0};                  // since the epoch of its clock
};

}  // namespace referee
