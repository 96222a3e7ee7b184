#pragma once

#include <optional>
#include <vector>

#include "sample_bots/cpp/planets/map.h"
#include "sample_bots/cpp/planets/world.h"

namespace planets {

inline constexpr int kUnreachable = 1'000'000'000;  ///< turns; sums of two fit an int

/// Turns that the ship needs from every cell to each scrap if no ghost is in the way. It may cross the edges,
/// and a nebula on the way costs the turns for which it holds the ship.
class Routes {
 public:
  explicit Routes(const Map& map);

  /// From the moment when the ship may leave `from` until it has entered the scrap's cell; kUnreachable.
  int turns(Cell from, std::size_t scrap) const {
    return turns_[static_cast<std::size_t>(from) * scraps_ + scrap];
  }
  /// A move along a shortest route. REQUIRES: the scrap can be reached and is not on `from`.
  Move towards(const Map& map, Cell from, std::size_t scrap) const;

 private:
  void measure(const Map& map, std::size_t scrap);
  int& turns_of(Cell from, std::size_t scrap) {
    return turns_[static_cast<std::size_t>(from) * scraps_ + scrap];
  }

  std::size_t scraps_;
  std::vector<int> turns_;
};

/// The move towards the nearest scrap, without regard to ghosts. The ship stays while it is held, or if no
/// scrap can be reached.
Move greedy_move(const Map& map, const Routes& routes, const World& world);

}  // namespace planets
