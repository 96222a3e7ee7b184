#include "referee/games/game_parts.h"

#include <algorithm>
#include <array>

#include "referee/games/any/parts.h"

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
  static const GameParts kAny = any_parts();
  return found == all_parts().end() ? kAny : *found;
}

}  // namespace referee
