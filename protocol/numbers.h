#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "protocol/fields.h"

namespace protocol {

// Numbers that a reader of JSON would change without a word.

/// The first integer in `json` that 64 bits do not hold, so that a reader makes a rounded number of it: one
/// below -2^63 or above 2^64-1. The error's path begins with `root`. `key`: looks only below this key of the
/// outermost object; empty: everywhere. Of text that is not JSON the result means nothing.
std::optional<fields::Error> wide_integer(std::string_view json, const std::string& root,
                                          std::string_view key = {});

/// A score: a finite number that a double holds exactly, as some integers beyond 2^53 do not. Nothing for any
/// other JSON.
std::optional<double> as_score(const nlohmann::json& value);

}  // namespace protocol
