#pragma once

#include <optional>
#include <vector>

#include "engines/game.h"

/// The parts of the game Battleship. RULES.md has the rules.
namespace engines::battleship {

/// Row and column count from 0; row 0 is at the top.
struct Cell {
  int row = 0;
  int col = 0;
  bool operator==(const Cell&) const = default;
};

/// A ship on its cells: from `at` to the right if it lies across the board, else downwards.
struct Ship {
  Cell at;  ///< its leftmost or topmost cell
  int length = 1;
  bool across = true;
};

using Fleet = std::vector<Ship>;

/// The options of the game: the size of the board, and the rules for fleets.
struct Options {
  int size = 10;  ///< rows and columns of each board: 5..20
  std::vector<int> ships = {5, 4, 3, 3,
                            2};  ///< lengths: 1..20 of them, for which fleet_in_rows() has a fleet
  bool touching = true;          ///< whether two ships may lie next to each other

  /// Mistakes are recorded in `in`; do not use the options that are returned then.
  static Options read(fields::Object& in);
  Json json() const;
};

/// The cells on which ships may still be placed.
class FreeCells {
 public:
  explicit FreeCells(const Options& options);

  /// Whether all cells of the ship are on the board.
  bool on_board(const Ship& ship) const;
  /// Whether all cells of the ship are free. REQUIRES: on_board(ship).
  bool hold(const Ship& ship) const;
  /// Places the ship. REQUIRES: hold(ship).
  void take(const Ship& ship);

 private:
  std::size_t index(int row, int col) const { return static_cast<std::size_t>(row * size_ + col); }

  int size_;
  bool touching_;
  std::vector<bool> taken_;  // row by row
};

/// Why `fleet` may not be placed; nothing if it may.
std::optional<Fault> fault_of(const Fleet& fleet, const Options& options);

/// The ships across the board, longest first, row after row from the top; nothing if the board has too few
/// rows. It proves that the options can be played. REQUIRES: no ship is longer than a row.
std::optional<Fleet> fleet_in_rows(const Options& options);

/// Draws a fleet, longest ship first, each ship on one of the places that are left, with equal probability.
/// If 100 tries fail because the board is too full, it is fleet_in_rows(). REQUIRES: that exists.
Fleet draw_fleet(const Options& options, Rng& rng);

}  // namespace engines::battleship
