#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/screen/canvas.h"
#include "referee/screen/terminal.h"

namespace referee::play {

enum class Direction { up, right, down, left };

constexpr Direction opposite(Direction way) {
  return static_cast<Direction>((static_cast<int>(way) + 2) % 4);
}

/// Rows grow downwards, columns to the right.
constexpr int rows_of(Direction way) { return way == Direction::up ? -1 : way == Direction::down ? 1 : 0; }
constexpr int columns_of(Direction way) {
  return way == Direction::left ? -1 : way == Direction::right ? 1 : 0;
}

/// The way that an arrow key points, or the letter of `letters` that it is: one for each way, clockwise from
/// up, in upper case; the key may be either. No letters: arrows only.
std::optional<Direction> direction_of(const screen::KeyPress& key, std::string_view letters);

/// "up", "right" ...
std::string_view name_of(Direction way);

using Json = nlohmann::json;

/// What to press, and what for.
struct KeyHelp {
  std::string keys;
  std::string what;
};

/// What a person's keys make of a game, without terminal or match: positions and keys go in, moves and words
/// come out. A key that makes no sense costs nothing.
class InputController {
 public:
  struct Place {
    int row = 0;
    int column = 0;
    bool operator==(const Place&) const = default;
  };

  virtual ~InputController() = default;

  /// The person is to move in this position; positions come in the order of the match.
  virtual void ask(const Json& view) = 0;
  /// The move, if the key completes one. REQUIRES: ask() since the last move.
  virtual std::optional<Json> press(const screen::KeyPress& key) = 0;
  /// For the lines below the board: what the last turn has brought, what the others did, why a key did
  /// nothing.
  virtual std::vector<std::string> notes() const = 0;
  /// Shows on the board of the present position what is chosen.
  virtual void mark(screen::Canvas& /*board*/) const {}
  /// The cell of the game to be seen where the board is larger than the window.
  virtual Place focus() const = 0;

  /// How the game ended, in words; empty if scores tell it all. `outcome`: the game's own report.
  virtual std::string ending(const Json& /*outcome*/) const { return ""; }

  /// The keys, in one line.
  virtual std::string keys() const = 0;
  virtual std::vector<KeyHelp> all_keys() const = 0;
};

/// Who steers what.
struct InputSetup {
  Json setup;
  std::size_t seat = 0;
  std::vector<std::string> players;  ///< by seat
};

}  // namespace referee::play
