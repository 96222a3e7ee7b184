#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace referee::queue {

/// The model of this machine's CPU; "" if the system does not tell.
std::string cpu_model();

/// What of this machine the clocks of matches depend on, for records: model of its CPU, number of CPUs that
/// this process may use, version of its kernel, calibrate() as `calibration_ms`. What the system does not
/// tell is "".
nlohmann::json machine_of();

/// `about`, a JSON object, with the SHA-256 of the bundles that a match has played, by seat; "": none.
std::string with_bundles(const std::string& about, const std::vector<std::string>& bundles);

}  // namespace referee::queue
