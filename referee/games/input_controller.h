#pragma once

#include <cstddef>
#include <functional>
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

/// The direction of an arrow key, or of a letter key in `letters`: one letter for each direction, clockwise
/// from up, in upper case; the key may be lower case. No letters: arrows only.
std::optional<Direction> direction_of(const screen::KeyPress& key, std::string_view letters);

/// "up", "right" ...
std::string_view name_of(Direction way);

using Json = nlohmann::json;

/// A key and its effect, for the help.
struct KeyHelp {
  std::string keys;
  std::string what;
};

/// Turns a person's keys into moves, without terminal or match: positions and keys go in, moves and words
/// come out. A wrong key has no effect on the game.
class InputController {
 public:
  struct Place {
    int row = 0;
    int column = 0;
    bool operator==(const Place&) const = default;
  };

  virtual ~InputController() = default;

  /// The person is to move in this position. Called in the order of the match. Positions before given turns
  /// come first, as if the person had been asked.
  virtual void ask(const Json& view) = 0;
  /// Returns the move, if the key completes one. REQUIRES: ask() since the last move.
  virtual std::optional<Json> press(const screen::KeyPress& key) = 0;
  /// Whether a text is being typed, to which all letters belong.
  virtual bool is_typing() const { return false; }
  /// The lines below the board: what happened in the last turn, what the others did, why a key had no effect.
  virtual std::vector<std::string> notes() const = 0;
  /// Marks on the board of the present position what the person has chosen.
  virtual void mark(screen::Canvas& /*board*/) const {}
  /// The cell that must be visible if the board is larger than the window.
  virtual Place focus() const = 0;

  /// How the game ended, in words; empty if the scores are enough. `outcome`: the game's own report.
  virtual std::string ending(const Json& /*outcome*/) const { return ""; }

  /// The keys, in one line.
  virtual std::string keys() const = 0;
  virtual std::vector<KeyHelp> all_keys() const = 0;
};

/// Asks for the legal moves of a seat: nothing if it is not to move now, or if the rules do not tell them.
using LegalMoves = std::function<std::optional<std::vector<Json>>(std::size_t seat)>;
inline std::optional<std::vector<Json>> no_legal_moves(std::size_t /*seat*/) { return std::nullopt; }

/// The match and the seat of a person.
struct InputSetup {
  Json setup;
  std::size_t seat = 0;
  std::vector<std::string> players;  ///< by seat
  LegalMoves legal = no_legal_moves;
};

}  // namespace referee::play
