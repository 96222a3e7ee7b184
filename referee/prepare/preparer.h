#pragma once

#include <string>

#include "referee/loop/tasks.h"
#include "referee/prepare/order.h"
#include "referee/prepare/report.h"

namespace referee::prepare {

/// Makes hand-ins ready to play, not in this process: in one of their own (OwnProcess), or at a worker
/// (queue::RemoteBuilds).
class Preparer {
 public:
  virtual ~Preparer() = default;
  /// Carries out what carry_out() (preparation.h) does. `name`: for messages; no other preparation that runs
  /// has it. What is wrong with the hand-in is in the report. Throws std::runtime_error if the machine fails,
  /// or after stop().
  virtual Task<Report> prepare(std::string name, Order order) = 0;
  /// Ends the preparations that run, and lets no other begin: they throw `why`.
  virtual void stop(const std::string& why) = 0;
};

}  // namespace referee::prepare
