#include "sample_bots/cpp/superball/position.h"

#include <utility>

namespace superball {

Shape::Shape(const Board& board)
    : width(board.rules().columns + 1),
      cells(board.rules().cells()),
      colours(static_cast<int>(board.rules().colours.size())),
      min_score_size(board.rules().min_score_size) {
  for (int cell = 0; cell < cells; ++cell) {
    all |= only(bit_of(cell));
    if (board.is_goal(cell)) {
      goals |= only(bit_of(cell));
    }
  }
  for (CellSet rest = all; rest != 0;) {
    const int cell = take_first(rest);
    near[static_cast<std::size_t>(cell)] = around(only(cell));
  }
}

bool Shape::fits(const Rules& rules) {
  return rules.columns < 64 && rules.rows <= kMaxBits / (rules.columns + 1) &&
         rules.colours.size() <= kMaxColours;
}

Position::Position(const Shape& shape, const Board& board) : empty(shape.all) {
  for (const int cell : board.pieces()) {
    place(shape.bit_of(cell), board.at(cell));
  }
}

void Position::swap(int a, int b) {
  auto& first_colour = at[static_cast<std::size_t>(a)];
  auto& second_colour = at[static_cast<std::size_t>(b)];
  const CellSet both = only(a) | only(b);
  if (first_colour != second_colour) {
    of[static_cast<std::size_t>(first_colour)] ^= both;
    of[static_cast<std::size_t>(second_colour)] ^= both;
    std::swap(first_colour, second_colour);
  }
}

}  // namespace superball
