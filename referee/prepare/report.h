#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "referee/prepare/preparation.h"

namespace referee::prepare {

/// What a process of its own, or a worker, says of a preparation.
struct PreparationReport {
  Prepared prepared;
  std::uint64_t built_bytes = 0;  ///< of all files of the built bot

  nlohmann::json json() const;
  /// Throws fields::Exception.
  static PreparationReport read(const nlohmann::json& json);
};

}  // namespace referee::prepare
