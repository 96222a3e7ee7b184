#pragma once

#include <optional>
#include <vector>

#include "engines/game.h"

/// The parts of the game Battleship. RULES.md has the rules.
namespace engines::battleship {

/// Both counted from 0, row 0 at the top.
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

/// The options of the game: what the board is, and what a fleet must be.
struct Options {
  int size = 10;  ///< rows and columns of each board: 5..20
  std::vector<int> ships = {5, 4, 3, 3,
                            2};  ///< lengths: 1..20 of them, for which fleet_in_rows() has a fleet
  bool touching = true;          ///< whether two ships may lie next to each other

  /// Mistakes are recorded in `in`; the options returned then are not to be used.
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
  /// The ship is placed. REQUIRES: hold(ship).
  void take(const Ship& ship);

 private:
  std::size_t index(int row, int col) const { return static_cast<std::size_t>(row * size_ + col); }

  int size_;
  bool touching_;
  std::vector<bool> taken_;  // row by row
};

/// Why `fleet` may not be placed; nothing: it may.
std::optional<Fault> fault_of(const Fleet& fleet, const Options& options);

/// The ships one behind the other, across, longest first, from the top row on; nothing if the board has too
/// few rows. It proves that the options can be played. REQUIRES: no ship is longer than a row.
std::optional<Fleet> fleet_in_rows(const Options& options);

/// A fleet by chance, longest ship first, every ship on any place that is left with the same probability. If
/// 100 tries fail because the board is too full, it is fleet_in_rows(). REQUIRES: that exists.
Fleet draw_fleet(const Options& options, Rng& rng);

}  // namespace engines::battleship
