#pragma once

#include <string>
#include <variant>

#include <nlohmann/json.hpp>

#include "referee/prepare/report.h"

namespace referee::queue {

/// A worker has unpacked, built and tried a hand-in; it may have failed in all of these.
struct BuiltOutcome {
  prepare::PreparationReport report;
  std::string bundle = {};  ///< SHA-256 of the bundle that the worker has handed in; "": it is not ready
};

/// The worker or its machine has failed: the hand-in is not why.
struct FailedBuild {
  std::string why;
  bool is_too_large = false;  ///< it plays, but what was built cannot travel
};

/// What a worker hands in for a build.
using BuildOutcome = std::variant<BuiltOutcome, FailedBuild>;

nlohmann::json json_of(const BuildOutcome& outcome);
/// Throws fields::Exception for what no worker of ours has handed in.
BuildOutcome read_build_outcome(const nlohmann::json& json);

}  // namespace referee::queue
