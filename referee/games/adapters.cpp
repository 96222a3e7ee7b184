#include "referee/games/adapters.h"

#include <algorithm>
#include <stdexcept>

#include "referee/games/game_parts.h"

namespace referee {
namespace {

constexpr std::string_view kJson = "json";

/// The names of the adapters for `game`; if it is empty, of all.
std::vector<std::string> names_of(std::string_view game) {
  std::vector<std::string> names = {std::string(kJson)};
  for (const Adapter* const adapter : adapters()) {
    if (game.empty() || game == adapter->game) {
      names.emplace_back(adapter->name);
    }
  }
  return names;
}

}  // namespace

std::vector<const Adapter*> adapters() {
  std::vector<const Adapter*> all;
  for (const GameParts& parts : all_parts()) {
    for (const Adapter& adapter : parts.adapters) {
      all.push_back(&adapter);
    }
  }
  std::ranges::sort(all, {}, &Adapter::name);
  return all;
}

const Adapter* adapter_named(std::string_view name) {
  if (name == kJson) {
    return nullptr;
  }
  const std::vector<const Adapter*> all = adapters();
  const auto found = std::ranges::find(all, name, &Adapter::name);
  if (found != all.end()) {
    return *found;
  }
  std::string expected;
  for (const std::string& known : adapter_names()) {
    expected += (expected.empty() ? "" : ", ") + known;
  }
  throw std::invalid_argument("no adapter '" + std::string(name) + "': expected one of " + expected);
}

std::vector<std::string> adapter_names() { return names_of({}); }

std::vector<std::string> adapter_names(std::string_view game) { return names_of(game); }

}  // namespace referee
