#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "protocol/fields.h"

namespace referee {

/// A position as the rules of a game have drawn it: a grid of cells, marks over it, and a caption. Its JSON
/// is described in protocol/RULES_PROGRAM.md, "Pictures". What terminals, files and tests draw is read here.
struct BoardPicture {
  static constexpr std::size_t kMostCells = 200;  ///< along a side
  static constexpr std::size_t kMostMarks = 2000;
  static constexpr std::size_t kMostCharacters = 8;  ///< of a cell

  enum class Color : std::uint8_t { red, orange, yellow, green, blue, purple, gray, black, white };
  enum class Shape : std::uint8_t { circle, square, triangle, diamond, cross, dot, fill };

  /// The colour of a cell or a mark: that of a seat, another one, or none.
  struct Paint {
    std::optional<std::size_t> seat;
    std::optional<Color> color;
    bool operator==(const Paint&) const = default;
  };
  /// What the legend says of the cells with one text.
  struct Look {
    Paint paint;
    std::optional<Shape> shape;
    std::optional<std::string> text;  ///< written instead of the cell's own
    std::string name;                 ///< in words; empty: none
  };
  /// In cells, to the right and down from the board's top left corner.
  struct Point {
    double x = 0;
    double y = 0;
    bool operator==(const Point&) const = default;
  };
  struct Line {
    std::vector<Point> points;  ///< two at least
  };
  struct Circle {
    Point middle;
    double radius = 0;
  };
  struct Box {
    Point corner;  ///< top left
    double width = 0;
    double height = 0;
  };
  struct Text {
    Point middle;
    std::string text;
  };
  struct Mark {
    std::variant<Line, Circle, Box, Text> form;
    Paint paint;
    bool fill = false;
  };

  std::vector<std::vector<std::string>> grid;  ///< rows of cells; empty: the picture has marks only
  std::vector<std::string> row_names;  ///< by which moves name rows, one for each; empty: they have none
  std::vector<std::string> column_names;
  std::map<std::string, Look> legend;  ///< by the text of a cell
  std::vector<Mark> marks;
  double width = 0;  ///< of the board, in cells
  double height = 0;
  std::string caption;

  /// Reads a picture. The first mistake is the error, with key paths that begin with `path`.
  static std::variant<BoardPicture, fields::Error> read(const nlohmann::json& json, const std::string& path);

  /// Whether nothing lies in cells with this text.
  bool is_empty(const std::string& cell) const {
    return (cell.empty() || cell == "." || cell == " ") && !legend.contains(cell);
  }
};

}  // namespace referee
