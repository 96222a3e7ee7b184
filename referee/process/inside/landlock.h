#pragma once

#include "referee/process/inside/sandbox_spec.h"

namespace referee {

/// The kernel's version of Landlock; 0: it has none.
int landlock_version();

/// From here on this process reads and executes `order.visible` and what programs need of /proc, /sys and
/// /dev only, and writes to its scratch (and its folder, if it is writable) only. Unless it forks, it may not
/// remove what it has written: files that are open but removed would not be counted. With newer kernels it
/// can neither connect TCP sockets nor signal other processes. No effect where the kernel has no Landlock.
/// Throws std::system_error.
void restrict_files(const SandboxSpec& order);

}  // namespace referee
