#pragma once

#include <functional>
#include <initializer_list>

#include <boost/asio/signal_set.hpp>

#include "referee/net/tasks.h"

namespace referee {

/// SIGINT and SIGTERM of a command that runs a loop: at the first one it stops in order, the second one stops
/// the loop as it stands.
class Interrupts {
 public:
  /// `first` is called with the first signal's number, on the loop's thread. `more`: signals to be taken in
  /// the same way.
  Interrupts(Tasks& tasks, std::function<void(int number)> first, std::initializer_list<int> more = {});

  /// The first signal's number; 0: none has come.
  int number() const { return number_; }
  /// Lets the loop run dry; from here on a signal ends the program as usual.
  void close();

 private:
  Task<> listen();

  Tasks& tasks_;
  std::function<void(int)> first_;
  boost::asio::signal_set signals_;
  int number_ = 0;
};

}  // namespace referee
