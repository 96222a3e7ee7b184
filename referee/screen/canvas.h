#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace referee::screen {

/// What a mark stands for. Which colour it has is the terminal's matter: palette.h.
enum class Ink : std::uint8_t {
  plain,
  faint,     ///< empty ground, a trail's end: there, but not to be looked at
  wall,      ///< asteroids, labyrinth walls
  hazard,    ///< nebulae, mishaps
  treasure,  ///< scraps, coins
  goal,      ///< exits, goal cells
  self,      ///< the ship, the snake's head
  foe,       ///< ghosts
  seat0,     ///< teams of Light Cycle, players of Walls, colours of Superball
  seat1,
  seat2,
  seat3,
  seat4
};

/// One character cell of a terminal. `glyph` takes one column.
struct Mark {
  char32_t glyph = U' ';
  Ink ink = Ink::plain;
  bool operator==(const Mark&) const = default;
};

/// A rectangle of marks; (0, 0) is at the top left.
class Canvas {
 public:
  /// REQUIRES: both >= 0.
  Canvas(int rows, int columns)
      : rows_(rows),
        columns_(columns),
        marks_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns)) {}
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  /// REQUIRES: inside.
  Mark& at(int row, int column) { return marks_[index(row, column)]; }
  const Mark& at(int row, int column) const { return marks_[index(row, column)]; }
  bool operator==(const Canvas&) const = default;

 private:
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }

  int rows_;
  int columns_;
  std::vector<Mark> marks_;
};

}  // namespace referee::screen
