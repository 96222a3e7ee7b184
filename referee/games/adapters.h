#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/adapt/adapter.h"

namespace referee {

/// The adapters of all games, by name.
std::vector<const Adapter*> adapters();
/// nullptr for `json`, which needs none. Throws std::invalid_argument for any other name.
const Adapter* adapter_named(std::string_view name);
/// `json` and the names of all adapters, or of those for one game.
std::vector<std::string> adapter_names();
std::vector<std::string> adapter_names(std::string_view game);

}  // namespace referee
