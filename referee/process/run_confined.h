#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee/base/units.h"
#include "referee/net/tasks.h"
#include "referee/process/reaper.h"
#include "referee/process/sandbox.h"

namespace referee {

/// How a command has ended that was run to its end.
struct ConfinedRun {
  std::string status;      ///< "exit status 1", "signal 9 (Killed)"
  bool succeeded = false;  ///< exit status 0, in time
  bool timed_out = false;  ///< it was killed
  std::string output;  ///< what it wrote to standard output and error, the newest Process::kKeptStderr bytes
};

/// Runs `argv` to its end, or for `timeout`: confined as far as `sandbox` goes (of level none: not at all),
/// with no input, in the folder of `confinement`. What it has started is gone when this returns. Throws
/// LaunchError if it cannot be started.
Task<ConfinedRun> run_confined(Tasks& tasks, Reaper& reaper, std::shared_ptr<const Sandbox> sandbox,
                               std::vector<std::string> argv, Confinement confinement, Milliseconds timeout);

}  // namespace referee
