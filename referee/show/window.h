#pragma once

#include <limits>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "referee/screen/canvas.h"
#include "referee/screen/terminal.h"
#include "referee/show/frames.h"

namespace referee::show {

/// The part of a frame's board that is shown.
struct Part {
  bool full_size = false;  ///< false: all of it, scaled to fit
  int top = 0;             ///< the board's row and column at the top left, in full size
  int left = 0;
  int max_rows = std::numeric_limits<int>::max();  ///< bounds of a scaled board
  int max_columns = std::numeric_limits<int>::max();
};

/// A frame in a window: title at the top, status at the bottom, between them the board with its text beside
/// or below it, so that the board is as large as possible.
struct Window {
  screen::Canvas canvas{0, 0};
  int max_top = 0;  ///< how far it can be scrolled
  int max_left = 0;
};
/// REQUIRES: size of at least 1 x 1.
Window window_of(const Frame& frame, screen::Size size, const Part& part, const std::string& status);

/// Lines of text in a window, with the status at the bottom.
screen::Canvas text_window(const std::vector<std::string>& lines, screen::Size size,
                           const std::string& status);

/// Writes frames one after another as text without escapes, each followed by an empty line: all of them, or
/// `only` one. Boards are scaled to the part's bounds; the text tells the scale. Without a bound a cell has
/// two columns in boards that need at most 80 then. Stops when `out` fails.
void write_frames(Frames& frames, std::optional<std::size_t> only, const Part& part, bool utf8,
                  std::ostream& out);

}  // namespace referee::show
