#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "referee/match/replay.h"

namespace referee::show {

/// A text as it is, at most its beginning, and any other value as JSON.
std::string value_text(const nlohmann::json& value);
/// A value of the record's header as text, of any JSON type.
std::string header_text(const Replay& replay, const std::string& key);
/// All players, by seat.
std::vector<std::string> players_of(const Replay& replay);

}  // namespace referee::show
