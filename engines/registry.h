#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "engines/game.h"

namespace engines {

/// An option whose value is large and is kept in files: a map or a maze. A config or a command line may have
/// the name of a file in place of the value; the games themselves read no files.
struct FileOption {
  enum class Content {
    json,  ///< the value as JSON
    lines  ///< a list of strings, one a line
  };
  std::string_view key;  ///< "map"
  Content content = Content::json;
};

/// One line of the table of games.
struct Entry {
  std::string_view name;   ///< as in configs and on the command line
  int version = 1;         ///< "walls/1" in records
  std::string_view clock;  ///< the handout's clock, JSON text of a clock specification
  /// Makes a game at its start. `options`: an object; missing keys take their defaults.
  /// Throws fields::Exception, with key paths below "options", if they are not valid.
  std::unique_ptr<Game> (*make)(const Json& options, const Seed& seed);
  std::optional<FileOption> file_option = {};
};

/// The line of each game. That of Walls is `host<Walls>()` (engines/hosted.h), in engines/walls/walls.cpp.
#define GAME(name) Entry name##_entry();
#include "engines/games.def"
#undef GAME

/// All games, in the order of engines/games.def.
std::span<const Entry> games();
/// The game of that name; nullptr if there is none.
const Entry* find_game(std::string_view name);

}  // namespace engines
