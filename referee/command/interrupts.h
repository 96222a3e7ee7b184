#pragma once

#include <functional>
#include <vector>

#include <boost/asio/signal_set.hpp>

#include "referee/loop/tasks.h"

namespace referee {

/// SIGINT and SIGTERM for a command that runs an event loop: a call at the first signal, another one at the
/// second; a third signal ends the program.
class Interrupts {
 public:
  /// Called with a signal's number, on the loop's thread.
  using Call = std::function<void(int number)>;

  /// `more`: further signals with the same effect.
  Interrupts(Tasks& tasks, Call first, Call second, const std::vector<int>& more = {});

  /// The first signal's number; 0 if no signal has arrived.
  int number() const { return number_; }
  /// Stops waiting for signals, so that the event loop ends. No more calls: what is written now is not cut
  /// off by one more signal of each kind, which has no effect. The one after that ends the program as usual,
  /// and so does each that comes after the second call.
  void close();

 private:
  Task<> listen();

  Call first_;
  Call second_;
  std::vector<int> numbers_;
  boost::asio::signal_set signals_;
  int number_ = 0;
  bool twice_ = false;
  bool closed_ = false;
};

/// How a daemon understands SIGHUP.
enum class Hangup {
  end,     ///< it has a controlling terminal, which is closed: it ends as by SIGTERM
  reload,  ///< it has none: SIGHUP asks it to read its files again
  ignored  ///< its parent (nohup) had it ignore the signal
};
Hangup meaning_of_hangup();

/// Makes a call for each SIGHUP, on the loop's thread.
class HangupSignal {
 public:
  HangupSignal(Tasks& tasks, std::function<void()> call);
  /// No more calls, so that the event loop ends.
  void close() { signals_.cancel(); }

 private:
  Task<> listen();

  std::function<void()> call_;
  boost::asio::signal_set signals_;
};

}  // namespace referee
