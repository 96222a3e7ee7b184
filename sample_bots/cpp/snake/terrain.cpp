#include "sample_bots/cpp/snake/terrain.h"

#include <algorithm>

namespace snake {
namespace {

constexpr int kDearWall = 3;     // in steps, the price of a use of the drill
constexpr int kDearMishap = 11;  // in steps, more than the worth of a coin

constexpr std::size_t kMostCharted = 160;               // coins: a tree of them takes microseconds
constexpr std::size_t kMostEntriesCharted = 1U << 20U;  // in a table by coin and cell

/// The coins nearest to the head, as many as there is time to measure.
std::vector<int> nearest_coins(const Snake& root, const Costs& costs) {
  auto cells = cells_with(root.maze, kCoin);
  const auto distance = distances_to(root.maze, {root.head}, costs);
  std::ranges::stable_sort(cells, {}, [&](int cell) { return distance[static_cast<std::size_t>(cell)]; });
  cells.resize(std::min(
      {cells.size(), kMostCharted, kMostEntriesCharted / static_cast<std::size_t>(root.maze.cells())}));
  return cells;
}

bool can_drill(const Snake& root) { return root.drill > 0 || !cells_with(root.maze, kDrill).empty(); }

}  // namespace

std::uint64_t scramble(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

CoinDistances::CoinDistances(const Maze& maze, const std::vector<int>& coin_cells, const Costs& costs)
    : coin_cells_(coin_cells),
      to_exit_(distances_to(maze, cells_with(maze, kExit), costs)),
      near_(static_cast<std::size_t>(maze.cells())) {
  for (const int coin : coin_cells_) {
    to_coin_.push_back(distances_to(maze, {coin}, costs));
  }
  const auto coins = static_cast<std::int16_t>(coin_cells_.size());
  for (int cell = 0; cell < maze.cells(); ++cell) {
    auto& near = near_[static_cast<std::size_t>(cell)];
    for (std::int16_t coin = 0; coin < coins; ++coin) {
      if (to_coin(cell, coin) < kNoWay) {
        near.push_back(coin);
      }
    }
    std::ranges::stable_sort(near, {}, [&](std::int16_t coin) { return to_coin(cell, coin); });
  }
}

Terrain::Terrain(const Snake& root)
    : maze_(root.maze),
      offsets_(root.maze.offsets()),
      drilling_(can_drill(root)),
      needs_care_(drilling_ || !cells_with(maze_, kMishap).empty()),
      coins_(static_cast<int>(cells_with(maze_, kCoin).size())),
      charted_(nearest_coins(root, {.wall = drilling_ ? 1 : kNoWay})),
      in_steps_(maze_, charted_, {.wall = drilling_ ? 1 : kNoWay}),
      with_care_(maze_, charted_, {.wall = drilling_ ? kDearWall : kNoWay, .mishap = kDearMishap}),
      at_dead_end_(charted_.size(), false) {
  number_slots();
  if (root.has_body && !drilling_) {
    find_dead_ends(root.head);
  }
}

void Terrain::number_slots() {
  slots_.assign(static_cast<std::size_t>(maze_.cells()), -1);
  const auto number = [this](const std::vector<int>& cells) {
    for (const int cell : cells) {
      if (std::int16_t& slot = slots_[static_cast<std::size_t>(cell)]; slot < 0) {
        slot = static_cast<std::int16_t>(slot_count_++);
      }
    }
  };
  number(charted_);
  number(cells_with(maze_, kCoin));
  number(cells_with(maze_, kMishap));
  number(cells_with(maze_, kDrill));
  if (drilling_) {
    number(cells_with(maze_, kWall));
  }
}

/// Closes cells that have one open neighbour, until there are none; keeps the head and the exits.
void Terrain::find_dead_ends(int head) {
  std::vector<bool> gone(static_cast<std::size_t>(maze_.cells()));
  const auto stays = [&](int cell) { return maze_.open(cell) && !gone[static_cast<std::size_t>(cell)]; };
  for (int from = 0; from < maze_.cells(); ++from) {
    for (int cell = from; stays(cell) && cell != head && maze_.mark(cell) != kExit;) {
      const auto ways = std::ranges::count_if(offsets_, [&](int offset) { return stays(cell + offset); });
      if (ways > 1) {
        break;
      }
      gone[static_cast<std::size_t>(cell)] = true;
      const auto on = std::ranges::find_if(offsets_, [&](int offset) { return stays(cell + offset); });
      cell = on == offsets_.end() ? cell : cell + *on;
    }
  }
  for (std::size_t coin = 0; coin < charted_.size(); ++coin) {
    at_dead_end_[coin] = gone[static_cast<std::size_t>(charted_[coin])];
  }
}

}  // namespace snake
