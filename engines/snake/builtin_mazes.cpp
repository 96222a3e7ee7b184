#include "engines/snake/builtin_mazes.h"

#include <algorithm>

namespace engines {

MazeRows rows_of(std::string_view text) {
  MazeRows rows;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view row = text.substr(0, end);
    if (row.ends_with('\r')) {
      row.remove_suffix(1);
    }
    rows.emplace_back(row);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rows;
}

std::optional<MazeRows> find_snake_maze(std::string_view name) {
  const auto mazes = snake_mazes();
  const auto at = std::ranges::find(mazes, name, &EmbeddedFile::name);
  return at == mazes.end() ? std::nullopt : std::optional(rows_of(at->text));
}

std::string snake_maze_names() {
  std::string names;
  for (const EmbeddedFile& maze : snake_mazes()) {
    names.append(names.empty() ? "" : ", ").append(maze.name);
  }
  return names;
}

}  // namespace engines
