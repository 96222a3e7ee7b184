#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "referee/loop/event.h"
#include "referee/loop/tasks.h"
#include "referee/net/address.h"
#include "referee/net/dialler.h"

namespace referee {

/// Notices that a referee plays at another address than the one to which a connection lasts: the referee
/// there hangs, and closes no connection. A referee that stands by does not listen, so whoever listens plays.
class TakeoverWatch {
 public:
  /// `taken_over` is told the index of that address. One address has no others, and is not watched.
  TakeoverWatch(Tasks& tasks, std::vector<Address> addresses, std::function<void(std::size_t)> taken_over);

  /// Watches from now on, until stop().
  void begin();
  /// The referee at that address is being dialled, or has said something. Only a silence of ten seconds makes
  /// the watch look elsewhere.
  void heard(std::size_t address);
  /// Looks no more; returns when it has no work left. REQUIRES: after begin(), before it is destroyed.
  Task<> stop();

 private:
  Task<> watch();
  Task<> look_elsewhere();

  Tasks& tasks_;
  const std::vector<Address> addresses_;
  const std::function<void(std::size_t)> taken_over_;
  Dialler dialler_;
  Condition quiet_;
  Event ended_;
  std::size_t present_ = 0;
  TimePoint heard_at_;
  bool begun_ = false;
  bool stopped_ = false;
};

}  // namespace referee
