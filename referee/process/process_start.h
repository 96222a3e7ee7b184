#pragma once

#include <sys/types.h>

namespace referee {

struct Spawned {
  pid_t pid = 0;
  pid_t program = 0;      ///< the process of the program: `pid`, or one that `pid` supervises
  bool in_group = false;  ///< false where the kernel (before 5.7), or a container's filter, does not do it
};

/// What a new process does. It never returns: it becomes a program, or ends with _exit(2). It may be in the
/// memory of this process, without its other threads, which may hold any lock: REQUIRES: it allocates
/// nothing, takes no lock, writes to nothing that this process reads, and makes only calls that are safe in a
/// signal handler; those that concern all threads in the C library (setresuid) as bare system calls.
using ProcessWork = void (*)(const void* with);

/// Makes a process that does `work` with `with`, and returns when it has become a program or has ended.
/// Nothing of this process's memory is copied, however much that is: the new process uses it until then, on a
/// stack of its own, while this thread waits. Only where that cannot be, it has a copy. No signal reaches
/// this thread meanwhile, nor the new process: it begins with all of them blocked. `group`: a descriptor of
/// the folder of a cgroup v2 to start in; -1: ours. Throws std::system_error.
Spawned start_process(ProcessWork work, const void* with, int group = -1);

}  // namespace referee
