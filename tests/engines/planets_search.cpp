#include "tests/engines/planets_search.h"

#include <algorithm>

namespace engines {

using Json = nlohmann::json;

constexpr int kAsteroid = -1;

PlanetsSearch::PlanetsSearch(const Json& map, const Json& scraps, bool wrap) : wrap_(wrap) {
  for (const Json& cells : map.at("grid")) {
    auto& row = grid_.emplace_back();
    for (const Json& cell : cells) {
      row.push_back(cell.is_null() ? kAsteroid : cell.get<int>());
    }
  }
  rows_ = static_cast<int>(grid_.size());
  cols_ = static_cast<int>(grid_[0].size());
  for (const Json& scrap : scraps) {
    scraps_.push_back({scrap.at("location")[0], scrap.at("location")[1], scrap.at("value")});
  }
  done_.resize((grid_.size() * grid_[0].size()) << scraps_.size());
  reach({map.at("ship")[0], map.at("ship")[1], 0}, 0);
}

std::optional<int> PlanetsSearch::fewest_turns() {
  const unsigned all = (1U << scraps_.size()) - 1;
  while (const auto reached = next()) {
    if (reached->second.taken == all) {
      return reached->first;
    }
  }
  return std::nullopt;
}

int PlanetsSearch::best_value(int turns) {
  const int all = value_of((1U << scraps_.size()) - 1);
  int best = 0;
  for (auto reached = next(); best < all && reached && reached->first <= turns; reached = next()) {
    best = std::max(best, value_of(reached->second.taken));
  }
  return best;
}

std::size_t PlanetsSearch::index(const Place& place) const {
  const int cell = place.row * cols_ + place.col;
  return (static_cast<std::size_t>(cell) << scraps_.size()) + place.taken;
}

std::optional<PlanetsSearch::Entry> PlanetsSearch::next() {
  while (!queue_.empty()) {
    const Entry entry = queue_.top();
    queue_.pop();
    const auto& [turns, place] = entry;
    if (!done_[index(place)]) {
      done_[index(place)] = true;
      const int leaves = turns + cell(place) + 1;
      for (const auto& [down, right] : {std::pair{-1, 0}, {1, 0}, {0, -1}, {0, 1}}) {
        reach({place.row + down, place.col + right, place.taken}, leaves);
      }
      return entry;
    }
  }
  return std::nullopt;
}

void PlanetsSearch::reach(Place place, int turns) {
  const Place on{(place.row + rows_) % rows_, (place.col + cols_) % cols_, place.taken};
  if ((!wrap_ && on != place) || cell(on) == kAsteroid || done_[index(on)]) {
    return;
  }
  place = on;
  for (std::size_t i = 0; i < scraps_.size(); ++i) {
    if (scraps_[i].row == place.row && scraps_[i].col == place.col) {
      place.taken |= 1U << i;
    }
  }
  queue_.push({turns, place});
}

int PlanetsSearch::value_of(unsigned taken) const {
  int value = 0;
  for (std::size_t i = 0; i < scraps_.size(); ++i) {
    value += (taken >> i & 1U) != 0 ? scraps_[i].value : 0;
  }
  return value;
}

}  // namespace engines
