#pragma once

#include <optional>

#include "sample_bots/cpp/planets/beam.h"
#include "sample_bots/cpp/planets/budget.h"

namespace planets {

/// Plays one match by a plan that a simulation of the game has tested. At every move it looks for a better
/// plan as long as there can be one; it makes a new plan if the world is not as expected (after a late
/// answer). With a limit on nodes, its moves are a function of the worlds that it was asked about.
class Planner {
 public:
  Planner(Map map, Limits limits);

  const Map& map() const { return map_; }
  /// The next move. REQUIRES: turns remain.
  Move choose(const World& world);
  /// Worlds looked at by the latest choose().
  std::uint64_t nodes() const { return nodes_; }

 private:
  /// Keeps the rest of the plan if the world is as expected; otherwise drops the plan.
  void follow(const World& world);
  /// Whether a better plan may exist, and is worth the time of a search.
  bool wants_to_search() const;
  void improve(const World& world);
  BeamSettings next_settings(bool is_short_of_time);
  /// False if the rest of the budget is too small for another search.
  bool fit_width(const Budget& budget, int used_before);

  Map map_;
  Routes routes_;
  Limits limits_;
  Plan plan_;                      // the rest of it
  std::optional<World> expected_;  // after the latest move
  std::size_t width_;              // of the next search
  std::uint64_t searches_ = 0;
  int fruitless_moves_ = 0;  // in a row, that found no better plan
  std::uint64_t nodes_ = 0;
};

}  // namespace planets
