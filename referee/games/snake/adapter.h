#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee/adapt/handout_game.h"

namespace referee {

/// Snake Labyrinth as the programs of its handouts play it: they read the number of columns, that of rows and
/// the maze, and print the steps in one line. If the game continues after them, the program runs again, with
/// the maze as it is then and the start at the head. `words`: the whole command, its first word as
/// found_words() gives it.
std::unique_ptr<HandoutGame> new_snake_game(const std::vector<std::string>& words,
                                            const nlohmann::json& setup);

}  // namespace referee
