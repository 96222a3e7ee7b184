#include "sample_bots/cpp/planets/routes.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace planets {

Routes::Routes(const Map& map) : scraps_(map.scraps().size()) {
  turns_.assign(map.cells() * scraps_, kUnreachable);
  for (std::size_t scrap = 0; scrap < scraps_; ++scrap) {
    measure(map, scrap);
  }
}

/// Dijkstra's algorithm from the scrap to all cells. Each step can be taken in both directions.
void Routes::measure(const Map& map, std::size_t scrap) {
  using Reached = std::pair<int, Cell>;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
  turns_of(map.scraps()[scrap].at, scrap) = 0;
  open.emplace(0, map.scraps()[scrap].at);
  while (!open.empty()) {
    const auto [turns_from_here, cell] = open.top();
    open.pop();
    if (turns_from_here > turns(cell, scrap)) {
      continue;
    }
    const int hold = turns_from_here == 0 ? 0 : map.nebula(cell);  // at the scrap it follows the pick-up
    const int sum = std::min(turns_from_here + std::min(hold, kUnreachable - 1) + 1, kUnreachable);
    for (const Move move : kMoves) {
      const Cell before = map.ship_after(cell, move);
      if (sum < turns(before, scrap)) {
        turns_of(before, scrap) = sum;
        open.emplace(sum, before);
      }
    }
  }
}

Move Routes::towards(const Map& map, Cell from, std::size_t scrap) const {
  const auto turns_by = [&](Move move) {
    const Cell target = map.ship_after(from, move);
    const bool is_there = target == map.scraps()[scrap].at;
    return target == from
               ? kUnreachable
               : turns(target, scrap) + (is_there ? 0 : std::min(map.nebula(target), kUnreachable));
  };
  return *std::ranges::min_element(kMoves, {}, turns_by);
}

Move greedy_move(const Map& map, const Routes& routes, const World& world) {
  int least = kUnreachable;
  std::size_t nearest = 0;
  for (std::size_t scrap = 0; scrap < world.scraps.size(); ++scrap) {
    if (world.scraps[scrap] != 0 && routes.turns(world.ship.at, scrap) < least) {
      least = routes.turns(world.ship.at, scrap);
      nearest = scrap;
    }
  }
  const bool stays = least == kUnreachable || world.ship.held > 0;
  return stays ? Move::stay : routes.towards(map, world.ship.at, nearest);
}

}  // namespace planets
