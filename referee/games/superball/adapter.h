#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "referee/adapt/handout_game.h"

namespace referee {

/// Superball as the programs of its handout play it: for each move `PROG rows cols mss colors < board`, where
/// the board is also the file tmp.superball; the first line printed is the move.
std::unique_ptr<HandoutGame> new_superball_game(const nlohmann::json& setup);

/// A line that a program or a person has written, in the words of the rules. The course's player reads
/// numbers as sscanf("%d") does: "+3", "0;" and "1x" are 3, 0 and 1. What is no number stays as it is.
std::string superball_move(std::string_view line);

/// The board of a view, as the handout's programs read it: a line for each row.
std::string superball_board(const nlohmann::json& view);
/// What the handout's player shows of a view: "Empty Cells:  5     Score: 0", an empty line and the board.
std::string superball_position(const nlohmann::json& view);

}  // namespace referee
