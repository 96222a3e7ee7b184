#pragma once

#include <compare>
#include <functional>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace engines {

/// The value that a ship can pick up on a map without ghosts: a separate search over cells and sets of
/// scraps, so that it does not share the engine's mistakes.
class PlanetsSearch {
 public:
  /// `scraps`: those to pick up. Without `wrap` the ship cannot cross the edges.
  PlanetsSearch(const nlohmann::json& map, const nlohmann::json& scraps, bool wrap = true);

  /// The fewest turns in which the ship can visit all scraps, in any order; nothing if it cannot.
  std::optional<int> fewest_turns();
  /// The greatest value that the ship can pick up in `turns` turns.
  int best_value(int turns);

 private:
  struct Place {
    int row;
    int col;
    unsigned taken;
    auto operator<=>(const Place&) const = default;
  };
  using Entry = std::pair<int, Place>;  // earliest turn in which the ship is there

  void reach(Place place, int turns);
  std::size_t index(const Place& place) const;
  /// The next place that the search reaches for the first time; nothing after all places.
  std::optional<Entry> next();
  int value_of(unsigned taken) const;
  int cell(const Place& place) const {
    return grid_[static_cast<std::size_t>(place.row)][static_cast<std::size_t>(place.col)];
  }

  struct Scrap {
    int row;
    int col;
    int value;
  };

  std::vector<std::vector<int>> grid_;  // -1: an asteroid
  std::vector<Scrap> scraps_;
  int rows_ = 0;
  int cols_ = 0;
  bool wrap_;
  std::vector<bool> done_;  // by place
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace engines
