#pragma once

#include <cstdint>
#include <vector>

namespace engines {

/// The cells of Superball and the pieces on them. A cell is a number, row by row: row x cols + column.
class SuperballBoard {
 public:
  using Cell = std::size_t;
  using Piece = std::uint8_t;  ///< number of its colour, from 0
  static constexpr Piece kEmpty = 0xFF;

  /// An empty board. Goal cells: rows 2..rows-3 of columns 0, 1, cols-2 and cols-1.
  SuperballBoard(int rows, int cols);

  int rows() const { return rows_; }
  int cols() const { return cols_; }
  Cell size() const { return cells_.size(); }
  Cell cell(int row, int col) const { return static_cast<Cell>(row * cols_ + col); }
  int row_of(Cell cell) const { return static_cast<int>(cell) / cols_; }
  int col_of(Cell cell) const { return static_cast<int>(cell) % cols_; }

  Piece at(Cell cell) const { return cells_[cell]; }
  bool is_empty(Cell cell) const { return cells_[cell] == kEmpty; }
  Cell empty_cells() const { return empty_; }
  /// REQUIRES: the cell is empty.
  void put(Cell cell, Piece piece);
  /// REQUIRES: the cell is not empty.
  void remove(Cell cell);
  void swap(Cell one, Cell other) { std::swap(cells_[one], cells_[other]); }

  bool is_goal(Cell cell) const;
  const std::vector<Cell>& goals() const { return goals_; }
  /// All cells that are connected with `cell` through pieces of its colour, each a neighbour above, below,
  /// left or right of another; `cell` comes first. REQUIRES: the cell is not empty.
  std::vector<Cell> set_at(Cell cell) const;

 private:
  int rows_;
  int cols_;
  std::vector<Piece> cells_;
  std::vector<Cell> goals_;
  Cell empty_;
};

}  // namespace engines
