#pragma once

#include <memory>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "referee/screen/picture.h"

namespace referee {

/// How the positions of one game are shown. Each game's painter.cpp defines its own, and needs no other part
/// of the game.
struct GamePicture {
  /// Makes the painter of a match's positions, from the match's setup. It draws views for everybody, and for
  /// a seat.
  std::unique_ptr<screen::Painter> (*painter)(const nlohmann::json& setup);
};

/// The picture of the game with that name. For a game that is none of ours, the one that its rules tell.
const GamePicture& picture_of(std::string_view game);

// Defined in NAME/painter.cpp, and in any/ for every other game.
#define GAME(name) GamePicture name##_picture();
#include "engines/games.def"
#undef GAME
GamePicture any_picture();

}  // namespace referee
