#pragma once

#include <string>

#include "referee/base/file_descriptor.h"
#include "referee/process/inside/sandbox_spec.h"

namespace referee {

/// The system calls of a confined program, as a filter of the kernel's (libseccomp). It refuses calls that
/// lead out of the sandbox, or cost the machine what no limit counts; the program sees an ordinary error.
///
/// basic: no network: sockets are AF_UNIX and go nowhere, and the TCP connection that is its standard input
/// and output cannot be turned into another one; unless `forks`, threads but no processes. Where the bot has
/// no user of its own, it can signal and reprioritise itself only.
/// From bwrap on it has a network and processes of its own, and may use both.

/// Filters this process from here on. Throws std::system_error.
void filter_system_calls(const SandboxSpec& order);
/// The filter of filter_system_calls() as a program for the kernel. Of bwrap and full it depends on the level
/// alone. Throws std::system_error.
std::string filter_program(const SandboxSpec& order);

/// From here on the kernel asks, on the descriptor that is returned, before this process or one that it makes
/// makes a process, ends itself, or sets what happens at SIGCHLD; it waits for an answer (ProcessListener),
/// and only registers decide whether it asks. Where nobody has that descriptor open any more, such a call
/// fails with ENOSYS. It asks nothing about threads, and tells nothing about processes that a signal ends.
/// Throws std::system_error if the kernel cannot (before Linux 5.19), or one asks already (EBUSY). REQUIRES:
/// this process has one thread and no_new_privs; `program` is tell_of_processes_program().
FileDescriptor tell_of_processes(const std::string& program);
/// Whether the kernel can tell of processes so, from Linux 5.19 on; changes nothing.
bool can_tell_of_processes();
/// The filter that tell_of_processes() sets, as a program for the kernel. Throws std::system_error.
std::string tell_of_processes_program();

}  // namespace referee
