#include "engines/snake/builtin_mazes.h"

#include "engines/text_lines.h"

namespace engines {

std::optional<MazeRows> find_snake_maze(std::string_view name) {
  const EmbeddedFile* maze = find_file(snake_mazes(), name);
  return maze == nullptr ? std::nullopt : std::optional<MazeRows>(lines_of(maze->text));
}

}  // namespace engines
