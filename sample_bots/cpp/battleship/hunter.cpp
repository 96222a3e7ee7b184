#include "sample_bots/cpp/battleship/hunter.h"

#include <algorithm>

namespace battleship {
namespace {

/// A place that explains one hit more has kEachHit times the weight. A ship can have 20 cells: hits beyond
/// kMostHits count no more, so that the weights do not overflow.
constexpr std::uint64_t kEachHit = 20;
constexpr int kMostHits = 10;

}  // namespace

std::vector<std::uint64_t> Hunter::weights(const Board& board) const {
  const int size = board.size();
  std::vector<std::uint64_t> weights(static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
  for (const int length : board.afloat()) {
    for (int row = 0; row < size; ++row) {
      for (int column = 0; column < size; ++column) {
        for (const bool across : {true, false}) {
          const std::vector<Cell> cells = cells_of({row, column}, length, across, size);
          const std::uint64_t weight = weight_of(cells, board);
          for (const Cell cell : cells) {
            const bool legal = board.at(cell) == Board::Mark::unknown;
            weights[static_cast<std::size_t>(cell.row * size + cell.column)] += legal ? weight : 0;
          }
        }
      }
    }
  }
  return weights;
}

std::uint64_t Hunter::weight_of(const std::vector<Cell>& cells, const Board& board) const {
  int hits = 0;
  for (const Cell cell : cells) {
    const Board::Mark mark = board.at(cell);
    if (mark == Board::Mark::miss || mark == Board::Mark::sunk || touches_a_sunk_ship(cell, board)) {
      return 0;
    }
    hits += mark == Board::Mark::hit ? 1 : 0;
  }
  if (hits == 0) {
    return board.has_hits() ? 0 : 1;
  }
  std::uint64_t weight = 1;
  for (int i = 1; i < std::min(hits, kMostHits); ++i) {
    weight *= kEachHit;
  }
  return weight;
}

bool Hunter::touches_a_sunk_ship(Cell cell, const Board& board) const {
  return !rules_.touching && std::ranges::any_of(around(cell, board.size()), [&](Cell near) {
    return board.at(near) == Board::Mark::sunk;
  });
}

Cell Hunter::choose(const Board& board, bots::Rng& rng) const {
  const std::vector<std::uint64_t> weight = weights(board);
  std::vector<Cell> best;
  std::uint64_t largest = 0;
  for (const Cell cell : board.unknown()) {
    const std::uint64_t its = weight[static_cast<std::size_t>(cell.row * board.size() + cell.column)];
    if (its > largest || best.empty()) {
      largest = its;
      best.clear();
    }
    if (its == largest) {
      best.push_back(cell);
    }
  }
  return best[bots::below(rng, best.size())];
}

}  // namespace battleship
