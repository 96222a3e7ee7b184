#pragma once

#include <sys/types.h>

#include <vector>

#include "referee/base/units.h"

namespace referee {

/// How long all threads of these processes have been ready to run without being given a processor, since each
/// of them began. It tells a program that waits of its own accord from one that a busy machine keeps waiting.
/// Processes that have ended add nothing; zero where the kernel does not say (CONFIG_SCHED_INFO).
Microseconds run_delay_of(const std::vector<pid_t>& processes);

}  // namespace referee
