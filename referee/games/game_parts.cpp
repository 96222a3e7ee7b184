#include "referee/games/game_parts.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace referee {

std::span<const GameParts> all_parts() {
  static const std::array kParts = {
#define GAME(name) name##_parts(),
#include "engines/games.def"
#undef GAME
  };
  return kParts;
}

const GameParts& parts_of(std::string_view game) {
  const auto found = std::ranges::find(all_parts(), game, &GameParts::game);
  if (found == all_parts().end()) {
    throw std::logic_error("no parts of a game " + std::string(game));
  }
  return *found;
}

}  // namespace referee
