#include "engines/superball/board.h"

#include "protocol/require.h"

namespace engines {
namespace {

constexpr int kGoalMargin = 2;  // rows above and below the goals; columns of goals on either side

}  // namespace

SuperballBoard::SuperballBoard(int rows, int cols)
    : rows_(rows), cols_(cols), cells_(static_cast<Cell>(rows * cols), kEmpty), empty_(cells_.size()) {
  for (Cell cell = 0; cell < size(); ++cell) {
    if (is_goal(cell)) {
      goals_.push_back(cell);
    }
  }
}

void SuperballBoard::put(Cell cell, Piece piece) {
  REQUIRE(is_empty(cell));
  cells_[cell] = piece;
  --empty_;
}

void SuperballBoard::remove(Cell cell) {
  REQUIRE(!is_empty(cell));
  cells_[cell] = kEmpty;
  ++empty_;
}

bool SuperballBoard::is_goal(Cell cell) const {
  const int row = row_of(cell);
  const int col = col_of(cell);
  return row >= kGoalMargin && row < rows_ - kGoalMargin && (col < kGoalMargin || col >= cols_ - kGoalMargin);
}

std::vector<SuperballBoard::Cell> SuperballBoard::set_at(Cell cell) const {
  REQUIRE(!is_empty(cell));
  const Piece colour = cells_[cell];
  const auto cols = static_cast<Cell>(cols_);
  std::vector<bool> seen(size());
  std::vector<Cell> set;
  const auto visit = [&](Cell next) {
    if (cells_[next] == colour && !seen[next]) {
      seen[next] = true;
      set.push_back(next);
    }
  };
  visit(cell);
  for (std::size_t i = 0; i < set.size(); ++i) {
    const Cell here = set[i];
    const int col = col_of(here);
    if (here >= cols) {
      visit(here - cols);
    }
    if (here + cols < size()) {
      visit(here + cols);
    }
    if (col > 0) {
      visit(here - 1);
    }
    if (col + 1 < cols_) {
      visit(here + 1);
    }
  }
  return set;
}

}  // namespace engines
