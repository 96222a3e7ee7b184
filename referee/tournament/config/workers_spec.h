#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "referee/process/inside/sandbox_spec.h"

namespace referee {

/// That workers play the matches of launched bots, what they have to be, and where they find the bots.
struct WorkersSpec {
  SandboxLevel sandbox = SandboxLevel::basic;  ///< the least that a worker has to have
  std::string cpu;                             ///< a pattern (* and ?) for the model of its CPU; "": any
  std::filesystem::path bundles;  ///< a folder that all machines see, for bundles; empty: the store has them
  std::size_t most_lost =
      3;  ///< so many workers may lose one match or hand-in: then it is given up; 1 to 100

  /// Reads "workers" of a tournament whose launched entrants need the sandbox `least`; nothing: no workers.
  /// Throws fields::Exception at or below `path`.
  static std::optional<WorkersSpec> read(const nlohmann::json& json, SandboxLevel least,
                                         const std::string& path);
};

}  // namespace referee
