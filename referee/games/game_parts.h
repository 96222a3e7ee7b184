#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "engines/game.h"
#include "referee/games/input_controller.h"
#include "referee/games/line_controller.h"

namespace referee {

/// A value that rubrics can measure in one game only.
struct GameMeasure {
  std::string_view key;        ///< its name in rubrics: "needless_deaths"
  std::string_view text;       ///< for reports: "needless deaths"
  bool is_mean = false;        ///< the mean over the matches of an item; else values are added up
  bool more_is_better = true;  ///< in a leaderboard
  /// The value of one match for the player at `seat`; `record` is the match's whole record. Throws
  /// std::exception for a text that is not a record of this game.
  double (*value)(std::string_view record, std::size_t seat) = nullptr;
};

/// What a game between bots like ours is like. tests/configs/typical_games_test.py plays the sample bots, and
/// prints these figures.
struct TypicalGame {
  double turns = 0.25;     ///< its length, as a share of the most turns that its options allow; above 0, to 1
  double thinking = 0.01;  ///< the share of the time that the clock grants which a bot uses; above 0, to 1
  double score = 0;        ///< for a clock that grows with the score
};

/// The parts of one game beside its rules and its picture (game_pictures.h). Each game's folder defines them,
/// in parts.cpp. A game leaves out parts that it does not have.
struct GameParts {
  std::string_view game;  ///< the name of the game in engines/games.def; empty: these fit every game

  /// How people play the game: with keys in a window, and where there is no terminal, in lines. If both are
  /// null, people cannot play it.
  std::unique_ptr<play::InputController> (*input)(const play::InputSetup& setup) = nullptr;
  /// `begin`: where the person begins.
  std::unique_ptr<play::LineController> (*lines)(const engines::Game& begin,
                                                 const play::InputSetup& setup) = nullptr;
  std::string_view lines_help = {};  ///< the lines that people type, for the help of `referee play`
  /// The opponents of a person if the command names none, in the order of seats; the last one also plays on
  /// all further seats.
  std::span<const std::string_view> opponents = {};
  /// Adds to `options`, an object, the defaults for people, such as a map that fits into a window. Throws
  /// std::invalid_argument for an option under which people cannot play. Null: the defaults of the rules are
  /// right for people.
  void (*complete_options)(nlohmann::json& options) = nullptr;

  TypicalGame typical = {};
  /// A sample bot that answers at once, for a new tournament file: "sample:walls_random".
  std::string_view simple_bot = {};

  std::span<const GameMeasure> measures = {};
};

/// The parts of each game, in the order of engines/games.def.
std::span<const GameParts> all_parts();
/// The parts of the game with that name. A game that is none of ours has parts that fit every game: its rules
/// say what to draw, and which moves are legal.
const GameParts& parts_of(std::string_view game);

// Defined in NAME/parts.cpp.
#define GAME(name) GameParts name##_parts();
#include "engines/games.def"
#undef GAME

}  // namespace referee
