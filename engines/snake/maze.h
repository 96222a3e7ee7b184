#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/fields.h"

/// Mazes of Snake Labyrinth as people write them: rows of characters.
namespace engines {

/// What a cell of a maze can be.
namespace snake_cell {
constexpr char kWall = '#';
constexpr char kEmpty = ' ';
constexpr char kStart = 'o';
constexpr char kExit = '_';
constexpr char kCoin = '$';
constexpr char kMishap = '!';
constexpr char kDrill = 'T';
}  // namespace snake_cell

using MazeRows = std::vector<std::string>;  ///< from the top

constexpr std::size_t kMaxMazeSide = 100;  ///< rows, and columns: so a view stays far below a line's limit

/// Reads the option `key`: the name of one of our own mazes, or a list of rows, before which the numbers of
/// columns and rows may stand, as in the handout's files. Returned rows are padded with spaces to one length,
/// have at most kMaxMazeSide rows and columns, one start and at least one exit. Mistakes are recorded in
/// `in`, with the row and the column from 0; do not use the maze that is returned then.
MazeRows read_maze(fields::Object& in, std::string_view key, const MazeRows& fallback);

}  // namespace engines
