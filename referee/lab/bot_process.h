#pragma once

#include <optional>
#include <string>

#include "referee/base/units.h"
#include "referee/clocks/silence.h"
#include "referee/loop/tasks.h"

namespace referee {

/// What a bot under test has computed so far, and all that it has started.
struct ProcessorTime {
  Microseconds used{0};
  Microseconds delay{0};  ///< it was ready to compute, and the machine did not let it
};

/// The process of a launched bot under test.
class BotProcess {
 public:
  virtual ~BotProcess() = default;

  /// Processor time as a clock of it charges it; 0 where the system does not tell.
  virtual Microseconds charged() const = 0;
  /// How long it has computed, or wanted to and had no processor; 0 where the system does not tell.
  virtual Microseconds busy() const = 0;
  /// What it and all that it has started wait for now; unknown where the system does not tell.
  virtual Waits waits() const = 0;
  /// With that of children that still run; nothing where the system does not tell.
  virtual std::optional<ProcessorTime> processor_time() = 0;
  /// False if it still runs when `time` has passed.
  virtual Task<bool> ended_within(Milliseconds time) = 0;
  /// Whether the process has ended with exit status 0.
  virtual bool succeeded() const = 0;
  /// See how_ended() of process_end.h.
  virtual std::string how_ended(const std::string& refusal = "") const = 0;
  /// The end of what it wrote to standard error.
  virtual const std::string& stderr_text() const = 0;
};

}  // namespace referee
