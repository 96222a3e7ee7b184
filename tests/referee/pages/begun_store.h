#pragma once

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/tournament/run/opened_store.h"
#include "tests/referee/tournament/histories.h"

namespace test_support {

using Seeds = std::vector<nlohmann::json>;

/// The store of a tournament that has begun: of the game with its usual options and with one instance for
/// each of `seeds` (null: without a seed). Each entrant has a token.
inline referee::StoreContent begun_store(const std::string& game, const nlohmann::json& format,
                                         const std::vector<std::string>& names,
                                         const Seeds& seeds = {nullptr}) {
  using nlohmann::json;
  const json full = engines::find_game(game)->make(json::object(), {})->options();
  json instances = json::array();
  for (const json& seed : seeds) {
    instances.push_back({{"options", full}, {"seeds", seed.is_null() ? json() : json::array({seed})}});
  }
  const json frozen = {
      {"game", game}, {"options", full}, {"format", format}, {"seed", 42}, {"instances", instances}};
  referee::StoreContent stored;
  stored.meta[referee::meta_key::kFrozen] = frozen.dump();
  stored.meta[referee::meta_key::kName] = "Spring";
  for (const std::string& name : names) {
    referee::StoredEntrant entrant;
    entrant.number = stored.entrants.size();
    entrant.name = name;
    entrant.token_sha256 = std::string(64, 'a');
    stored.entrants.push_back(entrant);
  }
  return stored;
}

/// A match that was played and counts, and ended at `ended`.
inline referee::StoredAttempt played_attempt(const referee::MatchPlace& place, std::vector<double> scores,
                                             const char* ended = "2026-11-20T08:00:00.000Z") {
  referee::GameResult result = referee::histories::game(place.game_no, std::move(scores));
  result.ended = ended;
  return {place.id(),
          place.round,
          place.table,
          place.game_no,
          1,
          referee::StoredAttempt::Status::done,
          referee::game_result_json(result)};
}

}  // namespace test_support
