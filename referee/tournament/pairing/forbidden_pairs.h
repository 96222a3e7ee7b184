#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace referee {

/// Names of two entrants, as they stand in a tournament file.
using NamePair = std::pair<std::string, std::string>;

/// Reads "forbidden_pairs" of a tournament file: who must not meet. `known`: folded names of all entrants;
/// nullptr if others may come. Throws fields::Exception at or below `path`.
std::vector<NamePair> read_forbidden_pairs(const nlohmann::json& json, const std::set<std::string>* known,
                                           const std::string& path);

}  // namespace referee
