#pragma once

#include <functional>
#include <initializer_list>

#include <boost/asio/signal_set.hpp>

#include "referee/net/tasks.h"

namespace referee {

/// SIGINT and SIGTERM of a command that runs a loop: at the first one it stops in order, the second one stops
/// it as it stands, a third one ends the program.
class Interrupts {
 public:
  /// Called with a signal's number, on the loop's thread.
  using Call = std::function<void(int number)>;

  /// The second signal stops the loop. `more`: signals to be taken in the same way.
  Interrupts(Tasks& tasks, Call first, std::initializer_list<int> more = {});
  Interrupts(Tasks& tasks, Call first, Call second);

  /// The first signal's number; 0: none has come.
  int number() const { return number_; }
  /// Lets the loop run dry. Nothing is called any more: from here on a signal ends the program as usual.
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
