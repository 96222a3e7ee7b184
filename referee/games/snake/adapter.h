#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee/adapt/handout_game.h"

namespace referee {

/// Snake Labyrinth as the programs of its handout play it: `PROG --challenge` reads the number of columns,
/// that of rows and the maze, and prints the steps in one line. If the game continues after them, the program
/// runs again, with the maze as it is then and the start at the head. `words`: as found_words() gives them,
/// --challenge not among them.
std::unique_ptr<HandoutGame> new_snake_game(const std::vector<std::string>& words,
                                            const nlohmann::json& setup);

}  // namespace referee
