#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "referee/screen/canvas.h"

namespace referee::screen {

/// A form over a board, as files draw it. Coordinates are in cells of the game, to the right and down from
/// the board's top left corner.
struct Form {
  enum class Kind { line, circle, box, text };
  struct Point {
    double x = 0;
    double y = 0;
  };
  Kind kind = Kind::line;
  std::vector<Point> points =
      {};             ///< of a line; of a box its corners top left and bottom right; else its middle
  double radius = 0;  ///< of a circle
  std::string text = {};
  bool filled = false;  ///< a circle or a box
  Ink ink = Ink::plain;
};

/// A position of a game as people look at it: a board, and lines of text below it.
struct Picture {
  Canvas board{0, 0};
  /// Columns of the board that one cell of the game takes: 2 in Walls, where a player's facing is beside it.
  int columns_per_cell = 1;
  /// Names of the rows, and of the columns of cells, where moves name cells by them: one for each. Empty:
  /// none.
  std::vector<std::string> row_names = {};
  std::vector<std::string> column_names = {};
  /// What files draw instead of the board, and the forms over it: characters of the board stand for them
  /// where there are only characters. Nothing: files draw the board.
  std::optional<Canvas> ground = {};
  std::vector<Form> forms = {};
  std::vector<std::string> notes = {};  ///< score, what is left, whose turn it is; plain text without escapes
};

/// Draws the positions of one game, from its setup and views as the protocol has them. It keeps what the
/// turns before have left behind and a view does not tell: Light Cycle's trails.
class Painter {
 public:
  virtual ~Painter() = default;
  /// A painter that has seen the same positions and goes on by itself.
  virtual std::unique_ptr<Painter> clone() const = 0;

  /// Takes the next position of the game, in the order of turns. REQUIRES: a view of this game, as the engine
  /// gives it.
  virtual void see(const nlohmann::json& view) = 0;
  /// Whether see() must get every view, from the first one on; otherwise the one to be drawn is enough.
  virtual bool needs_every_view() const { return false; }
  /// The position that was seen last. REQUIRES: see() has been called.
  virtual Picture picture() const = 0;
  Picture next(const nlohmann::json& view) {
    see(view);
    return picture();
  }
  /// What the marks mean, a line for a few of them.
  virtual std::vector<std::string> legend() const = 0;
};

/// "0", "1", ...: so many names of rows or columns that are counted from 0.
std::vector<std::string> numbers_from_0(int count);

/// The picture as a terminal shows it in so many rows and columns. Characters are twice as high as wide: a
/// cell gets two columns, so that it looks square, and the names of rows and columns are at the edges, those
/// of columns from top to bottom. What does not fit is left out: first the names, then the second columns.
Picture laid_out(const Picture& picture, int rows, int columns);

/// How many rows and columns of a game's cells become one mark.
struct Scale {
  int rows = 1;
  int columns = 1;
  bool is_full() const { return rows == 1 && columns == 1; }
  /// "1:3", or "1:9 down, 1:4 across".
  std::string text() const;
  bool operator==(const Scale&) const = default;
};

/// The largest at which the board of `picture` fits into so many rows and columns. A terminal's characters
/// are twice as high as wide: a board drawn with one column a cell is scaled by more rows than columns, so
/// that it looks as it is, and shows more. REQUIRES: both > 0.
Scale scale_to_fit(const Picture& picture, int rows, int columns);

/// The board at that scale. Of the cells that become one mark the one of the highest rank is seen; of several
/// of that rank, the most frequent one.
Canvas scaled(const Picture& picture, const Scale& scale);

}  // namespace referee::screen
