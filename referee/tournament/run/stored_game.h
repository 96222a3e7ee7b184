#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "engines/registry.h"
#include "referee/store/store.h"

namespace referee {

/// The game of a tournament that has been begun, as a store has it.
struct StoredGame {
  std::string name;
  std::size_t seats = 0;
  bool hidden = false;                    ///< as engines::Facts has it
  bool scored = false;                    ///< engines::Entry::ranks_by_score
  const engines::Entry* entry = nullptr;  ///< nullptr: its rules are a program that cannot be had
  std::string problem;                    ///< then why, for people
};

/// The game, which is opened if its rules are a program whose folder is where it was. `frozen`: what the
/// store has of TournamentConfig::frozen(). Throws std::invalid_argument if it is not known here, and the
/// store does not say how many seats it has; fields::Exception for a damaged store.
StoredGame stored_game(const StoreContent& content, const nlohmann::json& frozen);

}  // namespace referee
