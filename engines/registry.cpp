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

/// REQUIRES: its mutex is held.
const Entry* find_in(const Added& all, std::string_view name) {
  const auto at = std::ranges::find(all.entries, name, [](const auto& entry) { return entry->name; });
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
  return find_in(all, name);
}

const Entry& add_game(std::unique_ptr<Entry> entry) {
  Added& all = added();
  const std::lock_guard lock(all.mutex);
  if (find_own(entry->name) != nullptr || find_in(all, entry->name) != nullptr) {
    throw std::invalid_argument("there is a game " + std::string(entry->name) + " already");
  }
  return *all.entries.emplace_back(std::move(entry));
}

}  // namespace engines
