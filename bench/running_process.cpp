#include "bench/running_process.h"

#include <time.h>

#include <fstream>
#include <stdexcept>

namespace bench {

double cpu_seconds(pid_t pid) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(pid, &clock) != 0 || ::clock_gettime(clock, &time) != 0) {
    throw std::runtime_error("no processor time of process " + std::to_string(pid));
  }
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::string status_of(pid_t pid, const std::string& key) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  for (std::string name, value; file >> name && std::getline(file >> std::ws, value);) {
    if (name == key + ":") {
      return value;
    }
  }
  throw std::runtime_error("no " + key + " of process " + std::to_string(pid));
}

}  // namespace bench
