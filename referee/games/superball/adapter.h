#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee/adapt/handout_game.h"

namespace referee {

/// Superball as the programs of its handout play it: for each move `PROG rows cols mss colors < board` in a
/// folder of the game's own, where the board is also the file tmp.superball; the first line printed is the
/// move. `words`: as found_words() gives them, the handout's arguments not among them.
std::unique_ptr<HandoutGame> new_superball_game(const std::vector<std::string>& words,
                                                const nlohmann::json& setup);

/// The board of a view, as the handout's programs read it: a line for each row.
std::string superball_board(const nlohmann::json& view);
/// What the handout's player shows of a view: "Empty Cells: 75     Score: 0", an empty line and the board.
std::string superball_position(const nlohmann::json& view);

}  // namespace referee
