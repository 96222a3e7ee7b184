#pragma once

#include <cstdint>
#include <vector>

#include "sample_bots/cpp/planets/ghosts.h"
#include "sample_bots/cpp/planets/map.h"

namespace planets {

/// The result of a turn.
enum class Fate : std::uint8_t { on, won, caught, out_of_turns };

/// Whether a ghost that went from `ghost_before` to `ghost_after` has caught the ship: both are on one cell
/// now, or they have exchanged cells.
inline bool catches(Cell ghost_before, Cell ghost_after, Cell ship_before, Cell ship_after) {
  return ghost_after == ship_after ||
         (ship_before != ship_after && ghost_before == ship_after && ghost_after == ship_before);
}

/// All that changes during a game. Two worlds that are equal have the same future.
struct World {
  Body ship;
  std::int64_t score = 0;
  int remaining_turns = 0;
  std::vector<std::uint8_t> scraps;  ///< by number on the map: 1 while it is still there
  std::vector<Ghost> ghosts;
  bool operator==(const World&) const = default;

  /// A turn's view. Throws Json::exception or std::logic_error if it has another shape.
  static World read(const Map& map, const Json& view);
  /// Plays one turn.
  Fate step(const Map& map, Move move);
};

/// Where the ship is after its move of a turn; a hold lets it stay.
Body ship_after(const Map& map, Body ship, Move move);

}  // namespace planets
