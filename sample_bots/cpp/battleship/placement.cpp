#include "sample_bots/cpp/battleship/placement.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace battleship {
namespace {

/// How often we try to place all ships. If no try fits on a crowded board, the referee draws the places.
constexpr int kTries = 1000;

struct Ship {
  Cell at;
  bool across = true;
  std::vector<Cell> cells;
};

/// Every place on which a ship of that length covers no cell of `closed`.
std::vector<Ship> places(int length, const std::vector<Cell>& closed, int size) {
  std::vector<Ship> found;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      for (const bool across : {true, false}) {
        std::vector<Cell> cells = cells_of({row, column}, length, across, size);
        const auto is_closed = [&](Cell cell) { return std::ranges::find(closed, cell) != closed.end(); };
        if (!cells.empty() && std::ranges::none_of(cells, is_closed)) {
          found.push_back({{row, column}, across, std::move(cells)});
        }
      }
    }
  }
  return found;
}

/// Nothing if there is no place left for a ship.
std::optional<Json> try_to_place(const Rules& rules, const std::vector<int>& longest_first, bots::Rng& rng) {
  Json ships = Json::array();
  std::vector<Cell> closed;
  for (const int length : longest_first) {
    const std::vector<Ship> left = places(length, closed, rules.size);
    if (left.empty()) {
      return std::nullopt;
    }
    const Ship& ship = left[bots::below(rng, left.size())];
    ships.push_back({{"at", json_of(ship.at)}, {"across", ship.across}, {"length", length}});
    for (const Cell cell : ship.cells) {
      const std::vector<Cell> taken = rules.touching ? std::vector<Cell>{cell} : around(cell, rules.size);
      closed.insert(closed.end(), taken.begin(), taken.end());
    }
  }
  return Json::object({{"ships", std::move(ships)}});
}

}  // namespace

bool asks_for_placement(const Json& view) { return view.at("phase") == "place"; }

Json random_placement(const Rules& rules, bots::Rng& rng) {
  std::vector<int> longest_first = rules.ships;
  std::ranges::sort(longest_first, std::greater<>());
  for (int i = 0; i < kTries; ++i) {
    if (auto placement = try_to_place(rules, longest_first, rng)) {
      return *std::move(placement);
    }
  }
  return Json::object({{"ships", Json::array()}});
}

}  // namespace battleship
