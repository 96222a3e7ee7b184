#pragma once

#include <nlohmann/json_fwd.hpp>

#include "engines/registry.h"
#include "referee/store/store.h"

namespace referee {

/// The game of a tournament that has been begun: one of ours, or a folder with a program that knows the
/// rules. `frozen`: what the store has of TournamentConfig::frozen(). Throws std::invalid_argument if it is
/// not known here, and as rules::open_rules().
const engines::Entry& stored_game(const StoreContent& content, const nlohmann::json& frozen);

}  // namespace referee
