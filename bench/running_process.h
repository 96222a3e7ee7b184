#pragma once

#include <sys/types.h>

#include <string>

namespace bench {

/// Processor time that all threads of a running process have used so far. Throws std::runtime_error if there
/// is no such process.
double cpu_seconds(pid_t pid);
/// `key` of /proc/PID/status, without the spaces before it: "Name", "PPid", "VmRSS". Throws
/// std::runtime_error if there is none.
std::string status_of(pid_t pid, const std::string& key);

}  // namespace bench
