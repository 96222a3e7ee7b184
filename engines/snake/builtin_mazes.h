#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engines/embedded_file.h"
#include "engines/snake/maze.h"

namespace engines {

/// The project's own mazes, configs/maps/snake/NAME.txt, in the order of their names.
std::span<const EmbeddedFile> snake_mazes();

/// The rows of a maze's text: lines that end with LF or CRLF; the last one need not.
MazeRows rows_of(std::string_view text);

/// The rows of one of our own mazes; nothing if there is none of that name.
std::optional<MazeRows> find_snake_maze(std::string_view name);

/// All names, for messages: "c1_coins, c1_field, ...".
std::string snake_maze_names();

}  // namespace engines
