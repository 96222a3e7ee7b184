#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "referee/base/units.h"
#include "referee/loop/tasks.h"

namespace referee {

class KernelProcess;

/// What a bot and all that it starts may take together. 0: as much as the machine has.
struct JointBounds {
  std::int64_t memory_mib = 0;
  std::int64_t processes = 0;    ///< and threads
  std::int64_t descriptors = 0;  ///< open files
};

/// How this machine holds programs to their joint bounds, weakest first.
enum class BoundedBy : std::uint8_t {
  polling,    ///< the referee looks at the processes from time to time, and kills them
  cgroup_v1,  ///< the kernel, by the controllers memory and pids of cgroups v1
  cgroup_v2   ///< the kernel, by the controllers memory and pids of a cgroup v2
};
/// "polling", "cgroup_v1", "cgroup_v2".
const char* name_of(BoundedBy by);

/// The strongest way that may be used here: the environment's REFEREE_BOUNDS_AT_MOST has a name of one. It is
/// for tests, and for operators who try out what a weaker machine does.
BoundedBy bounded_at_most();

/// The memory that the bots of this machine have together: all of it or, where that is less, what the cgroup
/// of this process may take.
std::int64_t machine_memory_mib();

/// The last line of the standard error of a bot that took more than that: for people.
std::string too_much_memory(std::int64_t memory_mib);

/// What processes take together at one moment. Those that have ended count as nothing.
struct JointUse {
  /// Resident memory in bytes. A page that several of them have counts for each of them, unless the sum is
  /// more than the bound that look() is given: then each counts its share (PSS).
  std::int64_t memory = 0;
  std::int64_t threads = 0;  ///< each process is one at least
  std::int64_t descriptors = 0;

  /// Reads /proc. Descriptors are counted only if `bounds` has a number of them.
  static JointUse look(const std::vector<pid_t>& processes, const JointBounds& bounds);
};

/// Looks at `process` and all that it has started until it has ended: ten times a second if by polling alone,
/// five times a second if the kernel bounds memory and processes. Kills them, saying why on the bot's
/// standard error, once they take more together than `bounds` says.
Task<> guard_bounds(std::shared_ptr<KernelProcess> process, JointBounds bounds);

}  // namespace referee
