#include "referee/tournament/run/stored_game.h"

#include <filesystem>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/rules/game_names.h"
#include "referee/tournament/run/opened_store.h"

namespace referee {

const engines::Entry& stored_game(const StoreContent& content, const nlohmann::json& frozen) {
  const std::string name = frozen.at("game").get<std::string>();
  const auto folder = content.meta.find(meta_key::kRulesFolder);
  const engines::Entry* game = engines::find_game(name);
  if (game == nullptr && folder != content.meta.end()) {
    game = rules::find_game(folder->second);
  }
  if (game == nullptr) {
    throw std::invalid_argument(
        "its game, " + fields::brief(frozen.at("game")) + ", is not known here" +
        (folder == content.meta.end() ? "" : ": expected its folder at " + folder->second));
  }
  return *game;
}

}  // namespace referee
