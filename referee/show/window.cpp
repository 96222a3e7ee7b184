#include "referee/show/window.h"

#include <algorithm>
#include <string_view>

#include "protocol/require.h"
#include "referee/screen/canvas.h"
#include "referee/screen/picture.h"

namespace referee::show {
namespace {

using screen::Canvas;
using screen::Ink;
using screen::Picture;
using screen::Scale;
using screen::Size;
using screen::wrap;

constexpr int kTextColumns = 34;   // the least for text beside a board
constexpr int kGap = 2;            // between the board and the text
constexpr int kPlainColumns = 80;  // of a reader whose width is not known

std::vector<std::string> text_of(const Frame& frame, int width, bool wrapped) {
  std::vector<std::string> lines = frame.picture.notes;
  lines.insert(lines.end(), frame.seats.begin(), frame.seats.end());
  std::vector<std::string> text;
  for (const std::string& line : lines) {
    if (wrapped) {
      wrap(line, static_cast<std::size_t>(width), text);
    } else {
      text.push_back(line);
    }
  }
  wrap(frame.end, static_cast<std::size_t>(width), text);
  return text;
}

/// The room for the board, and the place of the text.
struct Layout {
  int board_rows = 1;  // the room for the board, from the second row and the first column on
  int board_columns = 1;
  bool beside = false;  // whether the text is beside the board; else below it
};

Layout with_text_below(const Frame& frame, Size size) {
  const int lines = static_cast<int>(text_of(frame, size.columns, false).size());
  const int between = std::max(size.rows - 2, 1);  // without the title and the status
  return {.board_rows = std::max(between - lines, (between + 1) / 2), .board_columns = size.columns};
}

Layout with_text_beside(Size size) {
  return {.board_rows = std::max(size.rows - 2, 1),
          .board_columns = size.columns - kTextColumns - kGap,
          .beside = true};
}

Picture laid_out_in(const Picture& picture, const Layout& layout, const Part& part) {
  return screen::laid_out(picture, std::min(layout.board_rows, part.max_rows),
                          std::min(layout.board_columns, part.max_columns));
}

Scale scale_in(const Picture& picture, const Layout& layout, const Part& part) {
  return screen::scale_to_fit(picture, std::min(layout.board_rows, part.max_rows),
                              std::min(layout.board_columns, part.max_columns));
}

/// The layout with the larger board.
Layout layout_of(const Frame& frame, Size size, const Part& part) {
  const Layout below = with_text_below(frame, size);
  const Layout beside = with_text_beside(size);
  if (part.full_size || beside.board_columns < 1) {
    return below;
  }
  const Scale scale_beside = scale_in(frame.picture, beside, part);
  return scale_beside.rows < scale_in(frame.picture, below, part).rows ? beside : below;
}

/// The board at the left, from the second row on. REQUIRES: top and left are on the board.
void draw_board(const Canvas& board, const Layout& layout, int top, int left, Canvas& window) {
  const int rows = std::min({board.rows() - top, layout.board_rows, window.rows() - 1});
  const int columns = std::min({board.columns() - left, layout.board_columns, window.columns()});
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      window.at(1 + row, column) = board.at(top + row, left + column);
    }
  }
}

void draw_text(const Frame& frame, const Layout& layout, const Canvas& board, Canvas& window) {
  int row = 1 + (layout.beside ? 0 : std::min(board.rows(), layout.board_rows));
  const int column = layout.beside ? board.columns() + kGap : 0;
  for (const std::string& line : text_of(frame, window.columns() - column, layout.beside)) {
    window.write(row++, column, line);
  }
}

void draw_status(const std::string& status, Canvas& window) {
  const int row = window.rows() - 1;
  for (int column = 0; column < window.columns(); ++column) {
    window.at(row, column) = {};
  }
  window.write(row, 0, status);
  for (int column = 0; column < window.columns(); ++column) {
    window.at(row, column).reversed = true;
  }
}

std::string range_text(const char* of, int first, int shown, int all) {
  return ", " + std::string(of) + " " + std::to_string(first) + "-" +
         std::to_string(std::min(first + shown, all) - 1) + " of " + std::to_string(all);
}

std::string text_of(const Frame& frame, const Part& part, bool utf8) {
  const bool bounded = part.max_columns < std::numeric_limits<int>::max();
  const Picture picture =
      screen::laid_out(frame.picture, part.max_rows, bounded ? part.max_columns : kPlainColumns);
  const screen::Scale scale = screen::scale_to_fit(picture, part.max_rows, part.max_columns);
  std::string text = screen::plain_line(frame.title, utf8) + "\n";
  text += screen::plain_text(screen::scaled(picture, scale), utf8);
  if (!scale.is_full()) {
    text += "scale " + scale.text() + "\n";
  }
  for (const auto& lines : {frame.picture.notes, frame.seats}) {
    for (const std::string& line : lines) {
      text += screen::plain_line(line, utf8) + "\n";
    }
  }
  if (!frame.end.empty()) {
    text += screen::plain_line(frame.end, utf8) + "\n";
  }
  return text + "\n";
}

}  // namespace

Window window_of(const Frame& frame, Size size, const Part& part, const std::string& status) {
  REQUIRE(size.rows >= 1 && size.columns >= 1);
  const Layout layout = layout_of(frame, size, part);
  const Picture picture = laid_out_in(frame.picture, layout, part);
  const Scale scale = part.full_size ? Scale{} : scale_in(picture, layout, part);
  const Canvas board = screen::scaled(picture, scale);
  Window window{Canvas(size.rows, size.columns), 0, 0};
  std::string where = ", scale " + scale.text();
  if (part.full_size) {
    window.max_top = std::max(board.rows() - layout.board_rows, 0);
    window.max_left = std::max(board.columns() - layout.board_columns, 0);
  }
  const int top = std::clamp(part.top, 0, window.max_top);
  const int left = std::clamp(part.left, 0, window.max_left);
  if (part.full_size) {
    where = ", full size" + range_text("rows", top, layout.board_rows, board.rows()) +
            range_text("columns", left, layout.board_columns, board.columns());
  }
  window.canvas.write(0, 0, frame.title);
  draw_board(board, layout, top, left, window.canvas);
  draw_text(frame, layout, board, window.canvas);
  draw_status(status + where, window.canvas);
  return window;
}

Canvas text_window(const std::vector<std::string>& lines, Size size, const std::string& status) {
  Canvas window(size.rows, size.columns);
  int row = 0;
  for (const std::string& line : lines) {
    window.write(row++, 0, line);
  }
  draw_status(status, window);
  return window;
}

void write_frames(Frames& frames, std::optional<std::size_t> only, const Part& part, bool utf8,
                  std::ostream& out) {
  const std::size_t end = only ? *only + 1 : frames.count();
  for (std::size_t i = only.value_or(0); i < end && out; ++i) {
    out << text_of(frames.frame(i), part, utf8);
  }
}

}  // namespace referee::show
