#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "protocol/require.h"
#include "referee/screen/picture.h"

/// What pictures in files show: their colours, and what is drawn in each cell of a board.
namespace referee::show {

/// A colour's number in the palette.
using Colour = std::uint8_t;
constexpr Colour kPaper = 0;  ///< white, also of glyphs on strong colours
constexpr Colour kDark = 1;   ///< text that tells the position
constexpr Colour kGrey = 2;   ///< text that explains
constexpr int kColours = 3 + 2 * static_cast<int>(screen::kInks);

/// "#rrggbb". REQUIRES: colour < kColours.
std::string_view hex_of(Colour colour);
/// The ink's colour, which colour-blind people tell apart from the others; and a tint so light that a glyph
/// in the ink's colour can be read on it.
Colour full_colour_of(screen::Ink ink);
Colour tint_of(screen::Ink ink);

/// One glyph of a cell.
struct DrawnGlyph {
  char32_t glyph = U' ';
  double middle = 0.5;  ///< from the cell's left edge, in cells
  Colour colour = kDark;
};

/// What one cell of a game looks like.
struct DrawnCell {
  bool box = false;
  Colour fill = kPaper;  ///< of the box
  bool round = false;    ///< the box's corners
  bool alone = true;     ///< whether it has at most one glyph, which may be larger then
  std::vector<DrawnGlyph> glyphs = {};
};

/// A board as square cells of the game, each as one box with glyphs.
class BoardDrawing {
 public:
  /// `cell`: pixels of a cell's edge. `board` must outlive this object. REQUIRES: per_cell > 0.
  BoardDrawing(const screen::Canvas& board, int per_cell, int cell)
      : board_(board), per_cell_(per_cell), cell_(cell) {
    REQUIRE(per_cell > 0);
  }

  /// Pixels of a cell's edge, of a board of so many cells; at least `smallest`.
  static int cell_size(int rows, int columns, int smallest);
  /// The cells of the game in a row of `board`.
  static int columns_of(const screen::Canvas& board, int per_cell) {
    return (board.columns() + per_cell - 1) / per_cell;
  }

  int rows() const { return board_.rows(); }
  int columns() const { return columns_of(board_, per_cell_); }
  int cell() const { return cell_; }
  /// Whether cells are large enough for glyphs. If not, the ground is one box in the tint of Ink::faint, and
  /// each other cell a colour.
  bool readable() const;
  /// REQUIRES: inside.
  DrawnCell at(int row, int column) const;

 private:
  const screen::Canvas& board_;
  int per_cell_;
  int cell_;
};

}  // namespace referee::show
