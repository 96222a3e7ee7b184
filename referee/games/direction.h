#pragma once

#include <optional>
#include <string_view>

#include "referee/screen/terminal.h"

namespace referee::play {

enum class Direction { up, right, down, left };

constexpr Direction opposite(Direction way) {
  return static_cast<Direction>((static_cast<int>(way) + 2) % 4);
}

/// Rows grow downwards, columns to the right.
constexpr int rows_of(Direction way) { return way == Direction::up ? -1 : way == Direction::down ? 1 : 0; }
constexpr int columns_of(Direction way) {
  return way == Direction::left ? -1 : way == Direction::right ? 1 : 0;
}

/// The way that an arrow key points, or the letter of `letters` that it is: one for each way, clockwise from
/// up, in upper case; the key may be either. No letters: arrows only.
std::optional<Direction> direction_of(const screen::KeyPress& key, std::string_view letters);

/// "up", "right" ...
std::string_view name_of(Direction way);

}  // namespace referee::play
