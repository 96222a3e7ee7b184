#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "referee/process/cpus.h"
#include "referee/process/inside/execution.h"
#include "referee/process/process_start.h"

namespace referee {

/// A bot's command cannot be started.
class LaunchError : public std::system_error {
 public:
  using std::system_error::system_error;
};

/// The program itself is why: it is not there (ENOENT), may not be run (EACCES), or is no program (ENOEXEC).
/// All other errors are the machine's, or of the person who runs the referee.
class ProgramError : public LaunchError {
 public:
  using LaunchError::LaunchError;
};

/// Raises this process's soft limit of descriptors to the hard one, or a million: each connection takes one,
/// and Debian's soft limit of 1024 is less than a large class. Throws std::system_error.
void raise_descriptor_limit();

/// For a copy of this process that is about to become a program: the soft limit that this one had at first.
/// Programs that use select(2) fail with descriptors above 1024. Takes no lock.
void take_usual_descriptor_limit();

/// How a new process begins: with no descriptors but these, no signal blocked or ignored, and as the leader
/// of a process group.
struct Spawn {
  std::vector<int> descriptors;        ///< by their numbers in the new process: 0, 1, 2 and perhaps more
  bool own_session = false;            ///< in a session of its own, without our terminal
  std::filesystem::path folder = {};   ///< to start in; empty: ours
  std::filesystem::path scratch = {};  ///< for its temporary files, as TMPDIR; empty: where ours are
  bool scratch_is_home = false;        ///< HOME leads to the scratch, too
  /// A descriptor of the folder of a cgroup v2, to start in; -1: ours. A process that moves into a cgroup by
  /// itself waits for the kernel some 10 ms, and lets all others wait that start threads meanwhile.
  int group = -1;
  uid_t uid = 0;  ///< the user to become, with a group of the same number; 0: the user stays
  std::vector<gid_t> readers = {};  ///< further groups of that user
  /// Files of cgroups v1 in which to start as well: ControlGroup::tasks_v1().
  std::vector<std::filesystem::path> tasks_v1 = {};
  /// The program and all that it starts belong to a process of ours, which ends as the program does, and then
  /// kills what is left; kEndSupervised ends it. REQUIRES: `descriptors` are three.
  bool supervised = false;
  Cpus cpus = {};  ///< to run on; empty: all of process_cpus(), whatever this thread is pinned to
  /// What runtime_bounds() is told, for those of its variables that our environment does not have; 0: none.
  std::int64_t memory_mib = 0;
  /// Further variables of its environment, in place of ours of these names: NAME=VALUE.
  std::vector<std::string> variables = {};
};

/// Starts `argv` (argv[0] is looked up in PATH) with the referee's environment; variables that begin with
/// REFEREE_, and those of the service manager, are not passed on. Returns when the program runs. Throws
/// ProgramError or LaunchError, naming the program, if it cannot be started, and std::system_error if no
/// process can. The program is killed when this thread ends, however that happens: it does not outlive its
/// referee. What the program has started does not either if it is supervised.
Spawned spawn(const std::vector<std::string>& argv, const Spawn& how);

/// Waits until `child` has ended, and reaps it; signals that come meanwhile do not shorten that. Returns its
/// status as waitpid(2) does. REQUIRES: a child of this process that nothing else reaps.
int wait_for_end(pid_t child);

}  // namespace referee
