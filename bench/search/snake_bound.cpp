#include "bench/search/snake_bound.h"

#include <algorithm>

namespace snake_tool {
namespace {

constexpr std::int16_t kFar = 15'000;  // no way at all

}  // namespace

Bound::Bound(const Board& board) : board_(board) {
  std::vector<int> exits;
  for (std::size_t cell = 0; cell < board.cells(); ++cell) {
    if (board.kinds[cell] == '_') {
      exits.push_back(static_cast<int>(cell));
    }
  }
  to_exit_ = distances_to(exits);
  for (const int coin : board.coins) {
    to_coin_.push_back(distances_to({coin}));
  }
  fill_table();
}

// Breadth-first search from the goals, over cells and the number of walls drilled: at most as many as all
// drills of the maze allow. A way never leads through an exit.
Bound::Distances Bound::distances_to(const std::vector<int>& goals) const {
  struct Place {
    int cell;
    int walls;
  };
  const auto layers = static_cast<std::size_t>(board_.walls_at_most) + 1;
  std::vector<std::int16_t> seen(board_.cells() * layers, kFar);
  const auto at = [&](const Place& place) -> std::int16_t& {
    return seen[static_cast<std::size_t>(place.cell) * layers + static_cast<std::size_t>(place.walls)];
  };
  std::vector<Place> queue;
  for (const int goal : goals) {
    queue.push_back({goal, 0});
    at(queue.back()) = 0;
  }
  Distances distances(board_.cells(), kFar);
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const Place from = queue[i];
    auto& shortest = distances[static_cast<std::size_t>(from.cell)];
    shortest = std::min(shortest, at(from));
    for (int letter = 0; letter < 4; ++letter) {
      const int cell = board_.next(from.cell, letter);
      if (cell == kNowhere || board_.kind(cell) == '_') {
        continue;
      }
      const Place to{cell, from.walls + (board_.kind(cell) == '#' ? 1 : 0)};
      if (to.walls <= board_.walls_at_most && at(to) == kFar) {
        at(to) = static_cast<std::int16_t>(at(from) + 1);
        queue.push_back(to);
      }
    }
  }
  return distances;
}

void Bound::fill_table() {
  const std::size_t coins = board_.coins.size();
  best_.assign((std::size_t{1} << coins) * coins, 0);
  for (std::uint32_t left = 0; left < std::uint32_t{1} << coins; ++left) {
    for (std::size_t coin = 0; coin < coins; ++coin) {
      best_[left * coins + coin] =
          static_cast<std::int16_t>(std::max(best_from(board_.coins[coin], left), -kFar));
    }
  }
}

int Bound::best_from(int cell, std::uint32_t left) const {
  const auto here = static_cast<std::size_t>(cell);
  const std::size_t coins = board_.coins.size();
  int best = -to_exit_[here];
  for (std::size_t coin = 0; coin < coins; ++coin) {
    const std::uint32_t bit = std::uint32_t{1} << coin;
    if ((left & bit) != 0) {
      best = std::max(best, kPointsOfCoin - to_coin_[coin][here] + best_[(left & ~bit) * coins + coin]);
    }
  }
  return best;
}

int Bound::to_go(const Position& position) const {
  const auto all = (std::uint32_t{1} << board_.coins.size()) - 1;
  return best_from(position.at, static_cast<std::uint32_t>(~position.gone[0]) & all);
}

}  // namespace snake_tool
