#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "referee/record/replay.h"

namespace referee::show {

/// A value of a record for people: texts as they are, anything else as JSON; at most 200 bytes.
std::string plain_text(const nlohmann::json& value);
/// A value of the record's header as text, of any JSON type; "?" if there is none.
std::string header_text(const Replay& replay, const std::string& key);
/// All players, by seat.
std::vector<std::string> players_of(const Replay& replay);

}  // namespace referee::show
