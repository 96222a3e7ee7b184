#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

/// Battleship as a bot sees it.
namespace battleship {

using Json = nlohmann::json;

/// Both counted from 0, row 0 at the top.
struct Cell {
  int row = 0;
  int column = 0;
  bool operator==(const Cell&) const = default;
};

/// The [row,column] of a message.
Json json_of(Cell cell);

/// What `start` says about a match. Throws Json::exception if it has another shape.
struct Rules {
  explicit Rules(const Json& setup);

  int size;                ///< rows and columns of each board
  std::vector<int> ships;  ///< lengths
  bool touching;           ///< whether ships may lie next to each other
};

/// The cells of a ship of that length that begins at `at`, to the right or down; empty if it does not stay on
/// a board of that size.
std::vector<Cell> cells_of(Cell at, int length, bool across, int size);

/// The cells that touch `cell` at a side or a corner, and the cell itself.
std::vector<Cell> around(Cell cell, int size);

/// The opponent's board: marks by row and column, as the view has them.
class Board {
 public:
  enum class Mark { unknown, miss, hit, sunk };

  /// Throws Json::exception if the view has another shape. `own_seat`: of the bot.
  Board(const Json& view, std::size_t own_seat);

  int size() const { return static_cast<int>(rows_.size()); }
  Mark at(Cell cell) const;
  bool has_hits() const;
  /// The cells at which a shot is legal, row by row.
  std::vector<Cell> unknown() const;
  /// Lengths of the ships that are not sunk.
  const std::vector<int>& afloat() const { return afloat_; }

 private:
  std::vector<std::string> rows_;
  std::vector<int> afloat_;
};

}  // namespace battleship
