#include "referee/queue/machine.h"

#include <sys/utsname.h>

#include <fstream>

#include "protocol/json_writer.h"
#include "referee/base/text.h"
#include "referee/process/cpus.h"
#include "referee/queue/calibration.h"

namespace referee::queue {
namespace {

std::string kernel() {
  utsname name{};
  return ::uname(&name) == 0 ? printable(name.release, kShownText) : "";
}

}  // namespace

/// The model of the first CPU; all of a machine are alike where clocks are to be trusted. "" if it is
/// unknown.
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

nlohmann::json machine_of() {
  return {{"cpu", cpu_model()},
          {"cpus", process_cpus().size()},
          {"kernel", kernel()},
          {"calibration_ms", static_cast<double>(calibrate().count()) / 1000}};
}

std::string with_bundles(const std::string& about, const std::vector<std::string>& bundles) {
  nlohmann::json machine = nlohmann::json::parse(about);
  nlohmann::json& list = machine["bundles"] = nlohmann::json::array();
  for (const std::string& sha256 : bundles) {
    list.push_back(sha256.empty() ? nlohmann::json() : nlohmann::json(sha256));
  }
  return protocol::dump(machine);
}

}  // namespace referee::queue
