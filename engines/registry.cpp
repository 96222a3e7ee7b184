#include "engines/registry.h"

#include <algorithm>
#include <array>

namespace engines {

std::span<const Entry> games() {
  static const std::array kGames = {
#define GAME(name) name##_entry(),
#include "engines/games.def"
#undef GAME
  };
  return kGames;
}

const Entry* find_game(std::string_view name) {
  const auto at = std::ranges::find(games(), name, &Entry::name);
  return at == games().end() ? nullptr : &*at;
}

}  // namespace engines
