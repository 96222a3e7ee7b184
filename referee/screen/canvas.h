#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace referee::screen {

/// What a mark stands for. Which colour it has is the terminal's matter: palette.h.
enum class Ink : std::uint8_t {
  plain,
  faint,     ///< empty ground: there, but not to be looked at
  wall,      ///< asteroids, labyrinth walls
  hazard,    ///< nebulae, mishaps
  treasure,  ///< scraps, coins, drills
  goal,      ///< exits, goal cells
  self,      ///< the ship, the snake
  foe,       ///< ghosts
  seat0,     ///< teams of Light Cycle, players of Walls, colours of Superball
  seat1,
  seat2,
  seat3,
  seat4
};
constexpr std::size_t kInks = 13;

/// The ink of seat or colour `number`; there are five, and then the first one again. Marks must differ by
/// their glyphs, too.
constexpr Ink seat_ink(std::size_t number) {
  return static_cast<Ink>(static_cast<std::size_t>(Ink::seat0) + number % 5);
}

/// Which of several marks is seen where a board is shown smaller than it is: the highest.
enum class Rank : std::uint8_t {
  ground,
  trace,  ///< trails, bodies, walls, nebulae
  thing,  ///< what can be picked up or entered
  actor   ///< who moves; shown bold
};

/// One character cell of a terminal. `glyph` takes one column: ASCII, or one of glyph.h.
struct Mark {
  char32_t glyph = U' ';
  Ink ink = Ink::plain;
  Rank rank = Rank::ground;
  bool reversed = false;  ///< shown in reverse: a cursor, what is chosen
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
  void fill(const Mark& mark) { marks_.assign(marks_.size(), mark); }

  /// Writes UTF-8 `text` from (row, column) to the right, cut at the edge; nothing if that is outside.
  /// Control characters and what glyph.h does not know become "?".
  void write(int row, int column, std::string_view text, Ink ink = Ink::plain);

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
