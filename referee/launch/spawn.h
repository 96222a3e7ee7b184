#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/launch/launch_error.h"

namespace referee {

/// How a new process begins: with no descriptors but these, no signal blocked or ignored, and as the leader
/// of a process group.
struct Spawn {
  std::vector<int> descriptors;        ///< by their numbers in the new process: 0, 1, 2 and perhaps more
  bool own_session = false;            ///< away from our terminal as well
  std::filesystem::path folder = {};   ///< to start in; empty: ours
  std::filesystem::path scratch = {};  ///< for its temporary files, as TMPDIR; empty: where ours are
};

/// Starts `argv` in the cgroup v2 that `group`, a descriptor of its folder, stands for: a process that moves
/// into a cgroup by itself waits for the kernel some 10 ms, and lets all others wait that start threads
/// meanwhile. argv[0] is a path. Nothing if the kernel, or a container's filter, does not do it; a program
/// that is not there ends with exit status 127.
std::optional<pid_t> spawn_in_group(const std::vector<std::string>& argv, const Spawn& how, int group);

/// Starts `argv` (argv[0] is looked up in PATH) with the referee's environment; variables that begin with
/// REFEREE_, and those of the service manager, are not passed on. Throws LaunchError, naming the program, if
/// it cannot be started.
pid_t spawn(const std::vector<std::string>& argv, const Spawn& how);

}  // namespace referee
