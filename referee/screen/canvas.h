#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/require.h"

/// The characters beyond ASCII with which screens are drawn: each takes one column and has a substitute for
/// terminals without UTF-8.
namespace referee::screen {

constexpr char32_t kGround = U'·';
constexpr char32_t kSolid = U'█';
constexpr char32_t kUp = U'▲';
constexpr char32_t kRight = U'►';
constexpr char32_t kDown = U'▼';
constexpr char32_t kLeft = U'◄';

/// The ASCII character shown for a glyph: itself, its substitute, or "?" for what cannot be shown.
char ascii_of(char32_t glyph);

/// Whether a mark may have it: printable ASCII, or one of those above.
bool is_glyph(char32_t character);

/// Appends a glyph to text for a terminal of this kind.
void append_glyph(std::string& text, char32_t glyph, bool utf8);

/// What a mark stands for. Terminal (terminal.h) gives each ink its colour.
enum class Ink : std::uint8_t {
  plain,
  faint,     ///< empty ground: shown, but hardly noticed
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

/// The ink of seat or colour `number`: five inks, which repeat from the sixth on. Marks must differ by their
/// glyphs, too.
constexpr Ink seat_ink(std::size_t number) {
  return static_cast<Ink>(static_cast<std::size_t>(Ink::seat0) + number % 5);
}

/// Where a board is shown smaller than it is, one cell stands for several: the mark of the highest rank is
/// shown.
enum class Rank : std::uint8_t {
  ground,
  trace,  ///< trails, bodies, walls, nebulae
  thing,  ///< what can be picked up or entered
  actor   ///< ships, snakes, players: shown bold
};

/// One character cell of a terminal. `glyph` takes one column: ASCII, or one of those for which is_glyph() is
/// true.
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
        marks_(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns)) {
    REQUIRE(rows >= 0 && columns >= 0);
  }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  /// REQUIRES: inside.
  Mark& at(int row, int column) { return marks_[index(row, column)]; }
  const Mark& at(int row, int column) const { return marks_[index(row, column)]; }
  bool operator==(const Canvas&) const = default;
  void fill(const Mark& mark) { marks_.assign(marks_.size(), mark); }

  /// Writes UTF-8 `text` from (row, column) to the right, cut at the edge; nothing if that is outside.
  /// A character for which is_glyph() is false becomes "?"; combining marks are left out.
  void write(int row, int column, std::string_view text, Ink ink = Ink::plain);

 private:
  std::size_t index(int row, int column) const {
    REQUIRE(row >= 0 && row < rows_ && column >= 0 && column < columns_);
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }

  int rows_;
  int columns_;
  std::vector<Mark> marks_;
};

/// A canvas as lines of text without escape sequences, each without blanks at its end. `utf8`: whether the
/// reader understands more than ASCII.
std::string plain_text(const Canvas& canvas, bool utf8);

/// One line of text from outside, as Canvas::write() would show it.
std::string plain_line(std::string_view text, bool utf8);

/// Appends `line` in pieces of at most `width` columns, as Canvas::write() shows them, broken at blanks where
/// the line has some; all but the first are indented.
void wrap(std::string_view line, std::size_t width, std::vector<std::string>& into);

}  // namespace referee::screen
