#pragma once

#include <memory>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "referee/games/turn_steps.h"
#include "referee/screen/picture.h"

namespace referee {

/// How the positions of one game are shown. Each game's painter.cpp defines its own. No other part of a game
/// is needed for it, so that programs that only show records have it too (bindings/program/).
struct GamePicture {
  /// Makes the painter of a match's positions, from the match's setup. It draws views for everybody, and for
  /// a seat.
  std::unique_ptr<screen::Painter> (*painter)(const nlohmann::json& setup);
  /// Makes the object that goes through the steps of a turn, from the complete options; null: a turn is one
  /// step.
  std::unique_ptr<show::TurnSteps> (*turn_steps)(const nlohmann::json& options) = nullptr;
};

/// The picture of the game with that name. For a game that is none of ours, the one that its rules tell.
const GamePicture& picture_of(std::string_view game);

// Defined in NAME/painter.cpp, and in any/ for every other game.
#define GAME(name) GamePicture name##_picture();
#include "engines/games.def"
#undef GAME
GamePicture any_picture();

}  // namespace referee
