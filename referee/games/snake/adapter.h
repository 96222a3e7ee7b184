#pragma once

#include <memory>

#include "referee/adapt/handout_game.h"

namespace referee {

/// Snake Labyrinth as the programs of its handouts play it: they read the number of columns, that of rows and
/// the maze, and print the steps in one line. If the game continues after them, the program runs again, with
/// the maze as it is then and the start at the head. Those of the challenges are started with --challenge,
/// those of the final without.
std::unique_ptr<HandoutGame> new_snake_challenge(const nlohmann::json& setup);
std::unique_ptr<HandoutGame> new_snake_final(const nlohmann::json& setup);

}  // namespace referee
