#pragma once

#include <sys/types.h>

namespace referee {

// The kernel counts the processor time of a thread when the thread leaves its CPU, and at the ticks of that
// CPU: each 4 ms on Debian, at most 10 ms elsewhere. To a reader on another CPU a thread that runs has used
// what it had used then.

/// Returns false if no thread but the caller runs on any CPU of the machine at this moment.
bool may_others_run();

/// Has the kernel count what a thread of any process has used until now: changes the scheduling policy of the
/// thread, which takes it off the queue of its CPU for a moment, and restores the policy. No effect on one
/// that does not run, or has ended. Returns false if the kernel refuses it: the thread belongs to another
/// user and this process lacks CAP_SYS_NICE, or its policy is one that this process may not give.
bool account_for(pid_t thread);

/// Returns true if this thread may run on exactly one CPU.
bool is_on_one_cpu(pid_t thread);

}  // namespace referee
