#pragma once

#include <cstddef>

namespace referee {

/// Where the cells of the two boards are in the picture. The boards are side by side, that of seat 0 on the
/// left; above each one are the last digits of its columns, and on its left the numbers of its rows. A cell
/// of the game is two columns wide, and its mark is in the second one.
struct BattleshipLayout {
  static constexpr int kColumnsPerCell = 2;
  int size;  ///< rows and columns of a board

  int rows() const { return 1 + size; }
  int columns() const { return kColumnsPerCell * cell_of(1, size); }
  int row_of(int row) const { return 1 + row; }
  /// The column of the picture, in cells of the game; the numbers of the rows are in column -1.
  int cell_of(std::size_t seat, int column) const { return (seat == 0 ? 1 : size + 4) + column; }
  /// The column of the picture in which the mark is.
  int column_of(std::size_t seat, int column) const { return kColumnsPerCell * cell_of(seat, column) + 1; }
};

}  // namespace referee
