#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace referee::queue {

/// What of this machine the clocks of matches depend on, for records: model of its CPU, number of CPUs that
/// this process may use, version of its kernel. What the system does not tell is "".
nlohmann::json machine_of();

}  // namespace referee::queue
