#pragma once

#include <nlohmann/json.hpp>

#include "referee/record/replay.h"

namespace referee {

/// What came of playing a record again, for programs: "status" ("ok" or "different"), "turns", "given_turns",
/// "void", "match_program", "difference" (null, or line, turn, field, got and expected), "unknown_keys",
/// "text" (verified_text()), and "other_rules" where they are known to differ.
nlohmann::json json_of(const Verified& verified);

}  // namespace referee
