#include "referee/play/viewport.h"

#include <algorithm>

namespace referee::play {
namespace {

/// Where a part of that length begins in a whole, so that `focus` is in its middle or near.
int first_shown(int whole, int part, int focus) { return std::clamp(focus - part / 2, 0, whole - part); }

}  // namespace

screen::Canvas part_of(const screen::Canvas& board, int rows, int columns, Steering::Place focus) {
  screen::Canvas part(std::min(rows, board.rows()), std::min(columns, board.columns()));
  const int top = first_shown(board.rows(), part.rows(), focus.row);
  const int left = first_shown(board.columns(), part.columns(), focus.column);
  for (int row = 0; row < part.rows(); ++row) {
    for (int column = 0; column < part.columns(); ++column) {
      part.at(row, column) = board.at(top + row, left + column);
    }
  }
  return part;
}

}  // namespace referee::play
