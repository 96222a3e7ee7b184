#include "engines/registry.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace engines {
namespace {

/// The games that are no part of this program.
struct Added {
  std::mutex mutex;
  std::vector<std::unique_ptr<Entry>> entries;
};

Added& added() {
  static Added all;
  return all;
}

const Entry* find_own(std::string_view name) {
  const auto at = std::ranges::find(games(), name, &Entry::name);
  return at == games().end() ? nullptr : &at->get();
}

/// The first that fits. REQUIRES: its mutex is held.
template <class Fits>
const Entry* find_in(const Added& all, const Fits& fits) {
  const auto at = std::ranges::find_if(all.entries, [&](const auto& entry) { return fits(*entry); });
  return at == all.entries.end() ? nullptr : at->get();
}

}  // namespace

std::unique_ptr<Game> Entry::begin(const Json& options, const Seed& seed, const Poster& /*poster*/) const {
  return make(options, seed);
}

Facts Entry::facts(const Json& options) const {
  const std::unique_ptr<Game> game = make(options, {});
  return {game->options(), game->seats(), game->max_turns(), game->to_move().size(), game->hidden()};
}

std::span<const std::reference_wrapper<const Entry>> games() {
  static const std::array kGames = {
#define GAME(name) std::cref(name##_entry()),
#include "engines/games.def"
#undef GAME
  };
  return kGames;
}

const Entry* find_game(std::string_view name) {
  if (const Entry* const own = find_own(name)) {
    return own;
  }
  Added& all = added();
  const std::lock_guard lock(all.mutex);
  return find_in(all, [name](const Entry& entry) { return entry.name == name; });
}

const Entry* find_rules(std::string_view rules_sha256) {
  if (rules_sha256.empty()) {
    return nullptr;
  }
  Added& all = added();
  const std::lock_guard lock(all.mutex);
  return find_in(all, [rules_sha256](const Entry& entry) { return entry.rules_sha256() == rules_sha256; });
}

const Entry& add_game(std::unique_ptr<Entry> entry) {
  Added& all = added();
  const std::lock_guard lock(all.mutex);
  const auto is_same = [&entry](const Entry& other) {
    return other.name == entry->name && other.rules_sha256() == entry->rules_sha256();
  };
  if (find_own(entry->name) != nullptr || find_in(all, is_same) != nullptr) {
    throw std::invalid_argument("there is a game " + std::string(entry->name) + " already");
  }
  return *all.entries.emplace_back(std::move(entry));
}

}  // namespace engines
