#include "referee/queue/machine.h"

#include <sys/utsname.h>

#include <fstream>

#include "referee/base/text.h"
#include "referee/process/cpus.h"

namespace referee::queue {
namespace {

/// Of the first CPU; all of a machine are alike where clocks are to be trusted.
std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name")) {
      const std::size_t colon = line.find(": ");
      return colon == std::string::npos ? "" : printable(line.substr(colon + 2), kShownText);
    }
  }
  return "";
}

std::string kernel() {
  utsname name{};
  return ::uname(&name) == 0 ? printable(name.release, kShownText) : "";
}

}  // namespace

nlohmann::json machine_of() {
  return {{"cpu", cpu_model()}, {"cpus", process_cpus().size()}, {"kernel", kernel()}};
}

}  // namespace referee::queue
