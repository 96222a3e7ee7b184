#include "referee/games/game_pictures.h"

#include <algorithm>
#include <array>

namespace referee {
namespace {

struct NamedPicture {
  std::string_view game;
  GamePicture picture;
};

}  // namespace

const GamePicture& picture_of(std::string_view game) {
  static const std::array kPictures = {
#define GAME(name) NamedPicture{#name, name##_picture()},
#include "engines/games.def"
#undef GAME
  };
  static const GamePicture kAny = any_picture();
  const auto found = std::ranges::find(kPictures, game, &NamedPicture::game);
  return found == kPictures.end() ? kAny : found->picture;
}

}  // namespace referee
