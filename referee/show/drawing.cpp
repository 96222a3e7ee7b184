#include "referee/show/drawing.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "protocol/require.h"

namespace referee::show {
namespace {

using screen::Ink;
using screen::Mark;
using screen::Rank;

constexpr int kLongSide = 720;  // pixels of a board's longer side, if its cells keep within these bounds
constexpr int kLargeCell = 36;
constexpr int kReadable = 9;  // pixels of a cell in which a glyph can be read

/// Okabe and Ito's colours, darker where they have to be read on white: paper, text, then colours and tints
/// by ink.
constexpr std::array<std::string_view, kColours> kPalette{
    "#ffffff", "#222222", "#5b5f66",  //
    "#222222", "#c4c4c0", "#5b5f66", "#8a5a00", "#b87700", "#00795a", "#005a92",
    "#b34700", "#0072b2", "#c24e00", "#00795a", "#a8467f", "#9a6b00",  //
    "#f3f3ef", "#f3f3ef", "#5b5f66", "#f3e3bd", "#fdeec4", "#c9ece0", "#cfe4f3",
    "#fbdcc6", "#cbe3f3", "#fbdcc6", "#c9ece0", "#f3d7e6", "#f5e6b8"};
constexpr int kFirstInk = 3;

/// The marks of one cell of a game.
struct CellMarks {
  std::vector<Mark> all;
  std::vector<std::size_t> shown;  ///< those that are not blank: their numbers in `all`

  /// Decides the colour of the cell.
  const Mark& first() const {
    return all[*std::ranges::max_element(shown, {}, [&](std::size_t i) { return all[i].rank; })];
  }
};

CellMarks marks_of(const screen::Canvas& board, int per_cell, int row, int column) {
  CellMarks cell;
  for (int i = column * per_cell; i < std::min((column + 1) * per_cell, board.columns()); ++i) {
    if (board.at(row, i).glyph != U' ') {
      cell.shown.push_back(cell.all.size());
    }
    cell.all.push_back(board.at(row, i));
  }
  return cell;
}

DrawnCell with_glyphs(const CellMarks& marks) {
  const Mark& first = marks.first();
  const bool label = first.ink == Ink::plain && first.rank == Rank::ground;  // such as a row's number
  const bool strong = first.rank == Rank::actor;
  DrawnCell cell{.box = !label,
                 .fill = strong ? full_colour_of(first.ink) : tint_of(first.ink),
                 .round = strong,
                 .alone = marks.shown.size() == 1};
  if (first.ink == Ink::wall || first.ink == Ink::faint) {
    return cell;
  }
  for (const std::size_t i : marks.shown) {
    const double middle =
        cell.alone ? 0.5 : (static_cast<double>(i) + 0.5) / static_cast<double>(marks.all.size());
    cell.glyphs.push_back({marks.all[i].glyph, middle, strong ? kPaper : full_colour_of(marks.all[i].ink)});
  }
  return cell;
}

}  // namespace

std::string_view hex_of(Colour colour) {
  REQUIRE(colour < kColours);
  return kPalette[colour];
}

Colour full_colour_of(Ink ink) { return static_cast<Colour>(kFirstInk + static_cast<int>(ink)); }

Colour tint_of(Ink ink) {
  return static_cast<Colour>(kFirstInk + static_cast<int>(screen::kInks) + static_cast<int>(ink));
}

int BoardDrawing::cell_size(int rows, int columns, int smallest) {
  return std::clamp(kLongSide / std::max({rows, columns, 1}), smallest, kLargeCell);
}

bool BoardDrawing::readable() const { return cell_ >= kReadable; }

DrawnCell BoardDrawing::at(int row, int column) const {
  REQUIRE(row >= 0 && row < board_.rows() && column >= 0 && column < board_.columns());
  const CellMarks marks = marks_of(board_, per_cell_, row, column);
  if (marks.shown.empty()) {
    return {};
  }
  if (readable()) {
    return with_glyphs(marks);
  }
  const Mark& first = marks.first();
  return {.box = first.rank != Rank::ground, .fill = full_colour_of(first.ink)};
}

}  // namespace referee::show
