#include "referee/games/adapters.h"

#include <stdexcept>

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
  return {&kLightcycleRacket, &kPlanetsOctave, &kSnakeChallenge, &kSnakeFinal, &kSuperball};
}

const Adapter* adapter_named(std::string_view name) {
  if (name == kJson) {
    return nullptr;
  }
  for (const Adapter* const adapter : adapters()) {
    if (adapter->name == name) {
      return adapter;
    }
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
