#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sample_bots/cpp/superball/board.h"
#include "sample_bots/cpp/superball/cell_set.h"

namespace superball {

/// What never changes in a game, as sets of bits. Rows have one unused bit at their end, so that a set
/// shifted by one never runs into the next row: row r, column c is bit r * (columns + 1) + c.
struct Shape {
  /// REQUIRES: fits(board.rules()).
  explicit Shape(const Board& board);
  /// Whether the board has few enough cells.
  static bool fits(const Rules& rules);

  int bit_of(int row, int column) const { return row * width + column; }
  int bit_of(int cell) const { return bit_of(cell / (width - 1), cell % (width - 1)); }
  /// Number of the cell as Board counts, without the unused bits.
  int cell_of(int bit) const { return bit / width * (width - 1) + bit % width; }
  /// All cells beside the set's, and perhaps some of its own.
  CellSet around(CellSet set) const {
    return ((set << 1) | (set >> 1) | (set << width) | (set >> width)) & all;
  }
  /// The part of `within` that is connected with `seed`. REQUIRES: seed is part of within.
  CellSet flood(CellSet seed, CellSet within) const {
    for (CellSet before = 0; before != seed;) {
      before = seed;
      seed |= around(seed) & within;
    }
    return seed;
  }

  int width = 0;
  int cells = 0;
  int colours = 0;
  int min_score_size = 0;
  CellSet all = 0;
  CellSet goals = 0;
  std::array<CellSet, kMaxBits> near{};  ///< by cell: its neighbours
};

inline constexpr int kMaxColours = 26;

/// A board as one set of cells a colour.
struct Position {
  Position(const Shape& shape, const Board& board);

  CellSet pieces(const Shape& shape) const { return shape.all & ~empty; }
  void place(int cell, int colour) {
    of[static_cast<std::size_t>(colour)] |= only(cell);
    empty &= ~only(cell);
    at[static_cast<std::size_t>(cell)] = static_cast<std::int8_t>(colour);
  }
  void swap(int a, int b);
  /// Takes the pieces of a set, all of one colour, off the board.
  void remove(CellSet set, int colour) {
    of[static_cast<std::size_t>(colour)] &= ~set;
    empty |= set;
  }

  CellSet empty = 0;
  std::array<CellSet, kMaxColours> of{};
  std::array<std::int8_t, kMaxBits> at{};  ///< the colour, where a piece is
};

}  // namespace superball
