#pragma once

#include <sys/types.h>

#include <optional>
#include <vector>

namespace referee {

/// The processes that `pid` has started, or inherited, and that still run. Empty where the kernel does not
/// say (CONFIG_PROC_CHILDREN).
std::vector<pid_t> children_of(pid_t pid);

/// Whether this is the first thread of this process.
bool is_first_thread();

/// The processes that the first thread of this process has started, or inherited as a subreaper's, and that
/// still run. Empty where the kernel does not say.
std::vector<pid_t> children_of_first_thread();

/// The threads of a process that runs; empty if it has ended.
std::vector<pid_t> threads_of(pid_t pid);

/// Whether a process has ended, if nobody has waited for it yet, too: what it has started has other parents.
bool is_over(pid_t pid);

/// Kills and reaps all children of this process, and in turn what they leave to it, whatever process group or
/// session that has moved to. Those that it may not kill stay. Returns the wait status of `child` if that was
/// among them. REQUIRES: this process is a subreaper, and nothing else reaps its children.
std::optional<int> end_children(pid_t child = 0);

}  // namespace referee
