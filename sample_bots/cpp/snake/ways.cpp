#include "sample_bots/cpp/snake/ways.h"

#include <algorithm>

namespace snake {
namespace {

int cost_of(const Maze& maze, int cell, const Costs& costs) {
  switch (maze.mark(cell)) {
    case kEdge:
      return kNoWay;
    case kWall:
      return costs.wall;
    case kMishap:
      return costs.mishap;
    default:
      return 1;
  }
}

/// Breadth-first search over cell, uses of the drill left, and drills taken.
class DrillSearch {
 public:
  explicit DrillSearch(const Snake& snake) : snake_(snake), drills_(cells_with(snake.maze, kDrill)) {
    const auto far = distances_to(snake.maze, {snake.head}, {.wall = 1});
    std::ranges::stable_sort(drills_, {}, [&far](int cell) { return far[static_cast<std::size_t>(cell)]; });
    drills_.resize(std::min(drills_.size(), kDrillsOnTheWay));
    while (!drills_.empty() && places() > kMostPlaces) {
      drills_.pop_back();
    }
  }

  std::string run() {
    came_.assign(places(), kUnseen);
    queue_.push_back({snake_.head, std::min(snake_.drill, kMostInHand), 0});
    came_[index(queue_.front())] = kFirst;
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      const Place place = queue_[next];
      if (snake_.maze.mark(place.cell) == kExit) {
        return trace(place);
      }
      for (std::size_t step = 0; step < kSteps.size(); ++step) {
        visit(place, step, next);
      }
    }
    return "";
  }

 private:
  static constexpr int kMostInHand = 12;
  static constexpr std::size_t kMostPlaces = 1U << 21U;  // takes some 50 ms
  static constexpr std::int32_t kUnseen = -2;
  static constexpr std::int32_t kFirst = -1;

  struct Place {
    int cell;
    int uses;
    std::size_t taken;  ///< a bit for each of drills_
  };

  int most_uses() const {
    return std::min(snake_.drill, kMostInHand) + kUsesOfADrill * static_cast<int>(drills_.size());
  }

  std::size_t places() const {
    return static_cast<std::size_t>(snake_.maze.cells() * (most_uses() + 1)) << drills_.size();
  }

  std::size_t index(const Place& place) const {
    const auto flat = static_cast<std::size_t>(place.cell * (most_uses() + 1) + place.uses);
    return (flat << drills_.size()) + place.taken;
  }

  void visit(Place place, std::size_t step, std::size_t from) {
    place.cell += snake_.maze.offsets()[step];
    const char mark = snake_.maze.mark(place.cell);
    if (mark == kEdge || (mark == kWall && place.uses == 0)) {
      return;
    }
    place.uses -= mark == kWall ? 1 : 0;
    if (const auto found = std::ranges::find(drills_, place.cell); found != drills_.end()) {
      const std::size_t bit = std::size_t{1} << static_cast<std::size_t>(found - drills_.begin());
      place.uses += (place.taken & bit) == 0 ? kUsesOfADrill : 0;
      place.taken |= bit;
    }
    std::int32_t& came = came_[index(place)];
    if (came == kUnseen) {
      came = static_cast<std::int32_t>(from);
      queue_.push_back(place);
    }
  }

  std::string trace(const Place& exit) const {
    std::string way;
    int cell = exit.cell;
    for (auto from = came_[index(exit)]; from != kFirst;) {
      const Place& before = queue_[static_cast<std::size_t>(from)];
      const auto offsets = snake_.maze.offsets();
      const auto step = std::ranges::find(offsets, cell - before.cell) - offsets.begin();
      way += kSteps[static_cast<std::size_t>(step)];
      cell = before.cell;
      from = came_[index(before)];
    }
    std::ranges::reverse(way);
    return way;
  }

  const Snake& snake_;
  std::vector<int> drills_;
  std::vector<std::int32_t> came_;  ///< the place in queue_ from which a Place was reached
  std::vector<Place> queue_;
};

}  // namespace

std::vector<int> distances_to(const Maze& maze, const std::vector<int>& goals, const Costs& costs) {
  std::vector<int> distance(static_cast<std::size_t>(maze.cells()), kNoWay);
  // Dijkstra's algorithm; as steps cost little, its queue is a list of cells for each of the next few
  // distances.
  const int dearest = std::max({1, costs.mishap, costs.wall < kNoWay ? costs.wall : 1});
  std::vector<std::vector<int>> cells_at(static_cast<std::size_t>(dearest) + 1);
  std::size_t waiting = goals.size();
  for (const int goal : goals) {
    distance[static_cast<std::size_t>(goal)] = 0;
    cells_at[0].push_back(goal);
  }
  for (int now = 0; waiting > 0; ++now) {
    auto& cells = cells_at[static_cast<std::size_t>(now) % cells_at.size()];
    waiting -= cells.size();
    for (const int cell : cells) {
      if (now > distance[static_cast<std::size_t>(cell)]) {
        continue;
      }
      // A step from a neighbour costs what it costs to enter `cell`.
      const int entered = now + cost_of(maze, cell, costs);
      for (const int offset : maze.offsets()) {
        int& known = distance[static_cast<std::size_t>(cell + offset)];
        if (entered < known && cost_of(maze, cell + offset, costs) < kNoWay) {
          known = entered;
          cells_at[static_cast<std::size_t>(entered) % cells_at.size()].push_back(cell + offset);
          ++waiting;
        }
      }
    }
    cells.clear();
  }
  return distance;
}

std::vector<int> cells_with(const Maze& maze, char mark) {
  std::vector<int> cells;
  for (int cell = 0; cell < maze.cells(); ++cell) {
    if (maze.mark(cell) == mark) {
      cells.push_back(cell);
    }
  }
  return cells;
}

std::string shortest_open_way(const Maze& maze, int from) {
  const auto distance = distances_to(maze, cells_with(maze, kExit), {});
  std::string way;
  int left = distance[static_cast<std::size_t>(from)];
  while (left > 0 && left < kNoWay) {
    for (std::size_t step = 0; step < kSteps.size(); ++step) {
      const int next = from + maze.offsets()[step];
      if (distance[static_cast<std::size_t>(next)] == left - 1) {
        way += kSteps[step];
        from = next;
        --left;
        break;
      }
    }
  }
  return way;
}

std::string way_out_with_drills(const Snake& snake) { return DrillSearch(snake).run(); }

}  // namespace snake
