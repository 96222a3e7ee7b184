#pragma once

#include <optional>

#include <nlohmann/json.hpp>

namespace referee::pages {

/// The JSON Merge Patch (RFC 7396) that makes `to` of `from`; an empty object if they are equal. Nothing
/// where such a patch cannot say it: `to` is not an object, or has a new or changed member that is null.
std::optional<nlohmann::json> merge_patch(const nlohmann::json& from, const nlohmann::json& to);

}  // namespace referee::pages
