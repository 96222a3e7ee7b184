#pragma once

#include <optional>

#include "engines/planets/map.h"

namespace engines::planets {

/// A ghost in the course of a game.
struct Ghost {
  explicit Ghost(const Map& map, const GhostStart& start);

  Cell at;
  /// The ghost's cell one turn ago. At the start: the cell behind its heading, which may be off the grid;
  /// nothing for towardplayer.
  std::optional<Cell> previous;
  GhostType type;
  Heading heading;  ///< of backandforth only
  int transparency;
  int held;  ///< turns that a nebula still holds it
};

/// Moves a ghost by one turn. `ship` is where the ship was before this turn.
void move_ghost(const Map& map, Cell ship, Ghost& ghost);

}  // namespace engines::planets
