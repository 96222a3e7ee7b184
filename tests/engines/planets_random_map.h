#pragma once

#include <nlohmann/json.hpp>

#include "engines/game.h"

namespace engines {

/// A valid Planets map, as the option `map` takes it: 1 x 2 up to 24 x 24 cells, mostly small, of any
/// density; 0 to 12 ghosts of every kind, 1 to 8 scraps as there is room, 1 to 150 turns. A scrap may be out
/// of reach.
Json random_planets_map(Rng& rng);

}  // namespace engines
