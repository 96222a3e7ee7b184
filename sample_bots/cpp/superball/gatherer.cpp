#include "sample_bots/cpp/superball/gatherer.h"

#include <algorithm>
#include <array>

namespace superball {
namespace {

constexpr std::size_t kSwaps = 20'000;  // tried per move; only large boards have more
constexpr int kScarce = 20;             // with fewer empty cells it scores sets
constexpr double kAtGoal = 1.5;         // how much more a set with a goal cell is worth

double worth(std::size_t size, bool at_goal) {
  const auto pieces = static_cast<double>(size);
  return pieces * pieces * (at_goal ? kAtGoal : 1);
}

/// The up to four neighbours of a cell.
std::array<int, 4> beside(const Rules& rules, int cell) {
  const int column = cell % rules.columns;
  return {cell >= rules.columns ? cell - rules.columns : -1, column > 0 ? cell - 1 : -1,
          column + 1 < rules.columns ? cell + 1 : -1,
          cell + rules.columns < rules.cells() ? cell + rules.columns : -1};
}

}  // namespace

Move Gatherer::choose(const Board& board, const Limits&) {
  label(board);
  if (board.empty() < kScarce) {
    const auto scoring = board.scoring_sets();
    const auto largest =
        std::ranges::max_element(scoring, {}, [](const Set& set) { return set.cells.size(); });
    if (largest != scoring.end()) {
      return {largest->goal};
    }
  }
  return best_swap(board);
}

void Gatherer::label(const Board& board) {
  sets_ = board.sets();
  set_at_.assign(static_cast<std::size_t>(board.rules().cells()), -1);
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    for (const int cell : sets_[set].cells) {
      set_at_[static_cast<std::size_t>(cell)] = static_cast<int>(set);
    }
  }
}

/// The gain if a piece of this colour leaves its own set for this cell: the sets of its colour beside the
/// cell become one.
double Gatherer::gain(const Board& board, int cell, int colour, int own_set) const {
  std::size_t size = 1;
  bool at_goal = board.is_goal(cell);
  double before = 0;
  std::array<int, 4> joined{-1, -1, -1, -1};
  std::size_t used = 0;
  for (const int near : beside(board.rules(), cell)) {
    if (near < 0 || board.at(near) != colour) {
      continue;
    }
    const int index = set_at_[static_cast<std::size_t>(near)];
    if (index == own_set || std::ranges::find(joined, index) != joined.end()) {
      continue;
    }
    joined[used++] = index;
    const Set& set = sets_[static_cast<std::size_t>(index)];
    size += set.cells.size();
    at_goal = at_goal || set.goal >= 0;
    before += worth(set.cells.size(), set.goal >= 0);
  }
  const Set& left = sets_[static_cast<std::size_t>(own_set)];
  const double loss = worth(left.cells.size(), left.goal >= 0) - worth(left.cells.size() - 1, left.goal >= 0);
  return worth(size, at_goal) - before - loss;
}

double Gatherer::gain_of_swap(const Board& board, int a, int b) const {
  return gain(board, b, board.at(a), set_at_[static_cast<std::size_t>(a)]) +
         gain(board, a, board.at(b), set_at_[static_cast<std::size_t>(b)]);
}

Move Gatherer::best_swap(const Board& board) {
  const auto pieces = board.pieces();
  Move best{pieces[0], pieces[1]};
  double highest = -1e300;
  const auto look = [&](int a, int b) {
    const double value = board.at(a) == board.at(b) ? 0 : gain_of_swap(board, a, b);
    if (value > highest) {
      highest = value;
      best = {a, b};
    }
  };
  if (pieces.size() * (pieces.size() - 1) / 2 <= kSwaps) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      for (std::size_t j = i + 1; j < pieces.size(); ++j) {
        look(pieces[i], pieces[j]);
      }
    }
    return best;
  }
  for (std::size_t i = 0; i < kSwaps; ++i) {
    const std::size_t a = rng_() % pieces.size();
    look(pieces[a], pieces[(a + 1 + rng_() % (pieces.size() - 1)) % pieces.size()]);
  }
  return best;
}

}  // namespace superball
