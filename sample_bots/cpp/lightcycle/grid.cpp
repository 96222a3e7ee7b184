#include "sample_bots/cpp/lightcycle/grid.h"

#include <algorithm>
#include <cstdlib>

namespace lightcycle {
namespace {

Cell read_cell(const Json& json) { return {json.at(0).get<int>(), json.at(1).get<int>()}; }

}  // namespace

Grid::Grid(const Json& setup) : size_(setup.at("size").get<int>()) {
  taken_.assign(static_cast<std::size_t>(size_) * static_cast<std::size_t>(size_), 0);
  std::size_t team = 0;
  for (const Json& starts : setup.at("starts")) {
    for (const Json& start : starts) {
      Cycle& cycle = cycles_.emplace_back();
      cycle.team = team;
      occupy(cycle, read_cell(start));
    }
    ++team;
  }
}

void Grid::observe(const Json& view) {
  const Json& positions = view.at("cycles");
  for (std::size_t i = 0; i < cycles_.size(); ++i) {
    Cycle& cycle = cycles_[i];
    const Cell now = read_cell(positions.at(i));
    if (!inside(now)) {
      for (const Cell cell : cycle.trail) {
        taken_[index(cell)] = 0;
      }
      cycle.trail.clear();
      cycle.alive = false;
    } else if (cycle.alive && now != cycle.at) {
      const Cell step = now - cycle.at;
      // A longer step means that the bot missed views; then the direction is not known.
      cycle.heading = std::abs(step.x) + std::abs(step.y) == 1 ? step : Cell{};
      occupy(cycle, now);
    }
  }
}

void Grid::occupy(Cycle& cycle, Cell cell) {
  cycle.at = cell;
  cycle.trail.push_back(cell);
  taken_.at(index(cell)) = static_cast<std::uint8_t>(cycle.team + 1);
}

Json answer_of(const Grid& grid, std::size_t team, const std::vector<Cell>& targets) {
  Json answer = Json::array();
  auto target = targets.begin();
  for (const Cycle& cycle : grid.cycles()) {
    if (cycle.team != team) {
      continue;
    }
    if (cycle.alive) {
      answer.push_back({target->x, target->y});
      ++target;
    } else {
      answer.push_back(nullptr);
    }
  }
  return answer;
}

}  // namespace lightcycle
