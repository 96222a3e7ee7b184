#include "referee/tournament/run/stored_game.h"

#include <filesystem>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "referee/rules/game_names.h"
#include "referee/tournament/run/opened_store.h"

namespace referee {
namespace {

using Json = nlohmann::json;

/// Sets either `entry` or `problem`.
void open_game(StoredGame& game, const StoreContent& content, const Json& frozen) {
  const auto folder = content.meta.find(meta_key::kRulesFolder);
  const bool is_program = folder != content.meta.end();
  game.entry =
      is_program ? engines::find_rules(frozen.value("rules_sha256", "")) : engines::find_game(game.name);
  if (game.entry != nullptr) {
    return;
  }
  try {
    game.entry = is_program ? rules::find_game(folder->second) : nullptr;
  } catch (const fields::Exception& wrong) {
    game.problem = std::string("its game cannot be opened: ") + wrong.what();
    return;
  } catch (const std::invalid_argument& wrong) {
    game.problem = std::string("its game cannot be opened: ") + wrong.what();
    return;
  }
  if (game.entry == nullptr) {
    game.problem = "its game, " + fields::brief(frozen.at("game")) + ", is not known here" +
                   (is_program ? ": expected its folder at " + folder->second : "");
  }
}

}  // namespace

StoredGame stored_game(const StoreContent& content, const Json& frozen) {
  StoredGame game;
  game.name = frozen.at("game").get<std::string>();
  open_game(game, content, frozen);
  const auto stored = content.meta.find(meta_key::kRulesFacts);
  if (stored != content.meta.end()) {
    const Json facts = Json::parse(stored->second);
    game.seats = facts.at("seats").get<std::size_t>();
    game.hidden = facts.at("hidden").get<bool>();
    game.scored = facts.value("scored", false);
    return game;
  }
  if (game.entry == nullptr) {
    throw std::invalid_argument(game.problem);
  }
  const engines::Facts facts = game.entry->facts(frozen.at("options"));
  game.seats = facts.seats;
  game.hidden = facts.hidden;
  return game;
}

}  // namespace referee
