#pragma once

#include <nlohmann/json.hpp>

#include "engines/game.h"

namespace engines {

/// A random maze as the option "maze" takes it: a list of rows. From a corridor of two cells to 12 x 20;
/// framed or open, with every kind of object, several exits, rows of different lengths. An exit need not be
/// reachable.
Json random_snake_maze(Rng& rng);

}  // namespace engines
