#pragma once

#include <functional>
#include <initializer_list>

#include <boost/asio/signal_set.hpp>

#include "referee/net/tasks.h"

namespace referee {

/// SIGINT and SIGTERM for a command that runs an event loop: at the first signal the command stops in order,
/// at the second one the loop stops at once, a third one ends the program.
class Interrupts {
 public:
  /// Called with a signal's number, on the loop's thread.
  using Call = std::function<void(int number)>;

  /// The second signal stops the loop. `more`: further signals with the same effect.
  Interrupts(Tasks& tasks, Call first, std::initializer_list<int> more = {});
  Interrupts(Tasks& tasks, Call first, Call second);

  /// The first signal's number; 0 if no signal has arrived.
  int number() const { return number_; }
  /// Stops waiting for signals, so that the event loop ends. No more calls; from now on a signal ends the
  /// program as usual.
  void close();

 private:
  Task<> listen();

  Call first_;
  Call second_;
  boost::asio::signal_set signals_;
  int number_ = 0;
  bool closed_ = false;
};

}  // namespace referee
