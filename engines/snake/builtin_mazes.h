#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "engines/embedded_file.h"
#include "engines/snake/maze.h"

namespace engines {

/// The project's own mazes, configs/maps/snake/NAME.txt, in the order of their names.
std::span<const EmbeddedFile> snake_mazes();

/// The rows of one of our own mazes; nothing if no maze has that name.
std::optional<MazeRows> find_snake_maze(std::string_view name);

}  // namespace engines
