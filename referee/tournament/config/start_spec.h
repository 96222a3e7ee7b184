#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "referee/base/units.h"

namespace referee {

/// When a tournament begins.
struct StartSpec {
  enum class When {
    all,    ///< once every entrant who plays in round 1 is connected
    at,     ///< at a time
    manual  ///< at `referee ctl start`
  };
  When when = When::all;
  std::optional<SystemTime> at;  ///< with `at`
  std::size_t min_entrants = 2;  ///< with fewer it does not begin

  /// Reads "start"; `least`: the smallest min_entrants, and its default. Throws fields::Exception at or below
  /// `path`.
  static StartSpec read(const nlohmann::json& json, const std::string& path, std::size_t least);
};

/// "2026-11-20T08:00:00Z" as a point in time; nothing if `text` is not of this form, or no such time exists.
std::optional<SystemTime> read_utc(const std::string& text);

}  // namespace referee
