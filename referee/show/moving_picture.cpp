#include "referee/show/moving_picture.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/require.h"
#include "referee/screen/canvas.h"
#include "referee/show/drawing.h"
#include "referee/show/form_drawing.h"
#include "referee/show/gif_file.h"
#include "referee/show/pixel_font.h"
#include "referee/show/raster.h"

namespace referee::show {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kMostFrames = 300;
constexpr milliseconds kShown{100};
constexpr milliseconds kLastShown{2000};
constexpr int kMostCells = 360;  // along a side; larger boards are scaled down
constexpr int kSmallest = 2;     // pixels of a cell
constexpr int kEdge = 20;
constexpr int kDot = 2;  // pixels of a letter's dot
constexpr int kLetter = kDot * (kGlyphWidth + 1);
constexpr int kTextLine = kDot * (kGlyphHeight + kGlyphDepth + 2);
constexpr int kLeastWidth = 40 * kLetter;  // without edges

/// A frame's board, not larger than a picture can show it.
struct Board {
  explicit Board(const screen::Picture& picture)
      : canvas(0, 0), per_cell(picture.columns_per_cell), forms(picture.forms) {
    if (picture.ground) {
      canvas = *picture.ground;
      return;
    }
    const int longest = std::max(picture.board.rows(), BoardDrawing::columns_of(picture.board, per_cell));
    const int times = std::max((longest + kMostCells - 1) / kMostCells, 1);
    canvas = screen::scaled(picture, {.rows = times, .columns = times});
  }
  int columns() const { return BoardDrawing::columns_of(canvas, per_cell); }

  screen::Canvas canvas;
  int per_cell;
  const std::vector<screen::Form>& forms;  // of the picture, which must outlive this object
};

std::vector<std::string> lines_of(const std::vector<std::string>& texts, int width) {
  std::vector<std::string> lines;
  for (const std::string& text : texts) {
    if (!text.empty()) {
      screen::wrap(screen::plain_line(text, false), static_cast<std::size_t>(width / kLetter), lines);
    }
  }
  return lines;
}

std::vector<std::string> told_below(const Frame& frame) {
  std::vector<std::string> texts = frame.picture.notes;
  texts.push_back(frame.end);
  texts.push_back(frame.result);
  return texts;
}

/// Where everything is in all pictures: large enough for each of `frames`.
class PictureLayout {
 public:
  PictureLayout(Frames& frames, const std::vector<std::size_t>& numbers) {
    std::vector<std::vector<std::string>> titles, below;
    for (const std::size_t number : numbers) {
      const Frame frame = frames.frame(number);
      const Board board(frame.picture);
      rows_ = std::max(rows_, board.canvas.rows());
      columns_ = std::max(columns_, board.columns());
      titles.push_back({frame.title});
      below.push_back(told_below(frame));
    }
    title_lines_ = most_lines(titles);
    lines_ = most_lines(below);
  }

  Raster drawn(const Frame& frame) const {
    Raster raster(inner_width() + 2 * kEdge,
                  board_top() + cell() * rows_ + kEdge + kTextLine * lines_ + kEdge / 2);
    write(raster, lines_of({frame.title}, inner_width()), kEdge);
    draw(raster, Board(frame.picture));
    write(raster, lines_of(told_below(frame), inner_width()), board_top() + cell() * rows_ + kEdge);
    return raster;
  }

 private:
  int cell() const { return BoardDrawing::cell_size(rows_, columns_, kSmallest); }
  int inner_width() const { return std::max(cell() * columns_, kLeastWidth); }
  int most_lines(const std::vector<std::vector<std::string>>& texts) const {
    std::size_t most = 0;
    for (const std::vector<std::string>& text : texts) {
      most = std::max(most, lines_of(text, inner_width()).size());
    }
    return static_cast<int>(most);
  }
  int board_top() const { return kEdge + kTextLine * title_lines_ + kEdge / 2; }

  static void write(Raster& raster, const std::vector<std::string>& lines, int top) {
    for (const std::string& line : lines) {
      raster.write(line, kEdge, top, kDot, kDark);
      top += kTextLine;
    }
  }

  void draw(Raster& raster, const Board& board) const {
    const BoardDrawing drawing(board.canvas, board.per_cell, cell());
    if (!drawing.readable()) {
      raster.fill({kEdge, board_top(), cell() * drawing.columns(), cell() * drawing.rows()},
                  tint_of(screen::Ink::faint));
    }
    for (int row = 0; row < drawing.rows(); ++row) {
      for (int column = 0; column < drawing.columns(); ++column) {
        draw_cell(raster, drawing.at(row, column), kEdge + column * cell(), board_top() + row * cell(),
                  drawing.readable());
      }
    }
    draw_forms(raster, board.forms, {kEdge, board_top(), cell() * drawing.columns(), cell() * drawing.rows()},
               cell());
  }

  void draw_cell(Raster& raster, const DrawnCell& drawn, int x, int y, bool readable) const {
    const int side = cell() - (readable ? 1 : 0);
    if (drawn.box) {
      fill_box(raster, {x, y, side, side}, drawn.round ? side / 8 : 0, drawn.fill);
    }
    for (const DrawnGlyph& glyph : drawn.glyphs) {
      const int room = drawn.alone ? side * 3 / 4 : side / 2;  // a glyph is higher than wide
      const int dot = std::max(drawn.alone ? room / kGlyphHeight : room / (kGlyphWidth + 1), 1);
      const int middle = static_cast<int>(glyph.middle * side);
      raster.draw(glyph.glyph, x + middle - dot * kGlyphWidth / 2, y + (side - dot * kGlyphHeight) / 2, dot,
                  glyph.colour);
    }
  }

  /// A box whose corners lack steps of so many pixels.
  static void fill_box(Raster& raster, const PixelBox& box, int cut, Colour colour) {
    for (int i = 0; i <= cut; ++i) {
      const int off = cut - i;
      raster.fill({box.x + off, box.y + i, box.width - 2 * off, box.height - 2 * i}, colour);
    }
  }

  int rows_ = 0;
  int columns_ = 0;
  int title_lines_ = 0;
  int lines_ = 0;
};

/// The frames that are shown: evenly chosen, with the first and the last one.
struct Chosen {
  Chosen(std::size_t first, std::size_t last)
      : every(std::max<std::size_t>((last - first + kMostFrames - 2) / (kMostFrames - 1), 1)) {
    for (std::size_t index = first; index < last; index += every) {
      numbers.push_back(index);
    }
    numbers.push_back(last);
  }
  std::size_t every;
  std::vector<std::size_t> numbers;
};

}  // namespace

MovingPicture gif_of(Frames& frames, std::size_t first, std::size_t last) {
  REQUIRE(first <= last && last < frames.count());
  const Chosen chosen(first, last);
  const PictureLayout layout(frames, chosen.numbers);
  std::optional<GifFile> file;
  for (const std::size_t number : chosen.numbers) {
    const Raster raster = layout.drawn(frames.frame(number));
    if (!file) {
      file.emplace(raster.width(), raster.height());
    }
    file->add(raster, number == last ? kLastShown : kShown);
  }
  return {file->bytes(), chosen.numbers.size(), chosen.every};
}

}  // namespace referee::show
