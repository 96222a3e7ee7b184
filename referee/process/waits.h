#pragma once

#include <sys/types.h>

#include <vector>

#include "referee/clocks/silence.h"

namespace referee {

/// What processes wait for at this moment, by the system calls in which their threads are: the input counts
/// before a sleep. Unknown where no call tells it, or the kernel does not (it tells it of one's own processes
/// and of what they have started). Costs a file of /proc for each thread.
Waits waits_of(const std::vector<pid_t>& processes);

}  // namespace referee
