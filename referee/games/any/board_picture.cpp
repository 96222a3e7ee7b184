#include "referee/games/any/board_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/unicode/unicode.h"

namespace referee {
namespace {

using Json = nlohmann::json;
using Object = fields::Object;

constexpr std::int64_t kMostSeats = 64;
constexpr std::size_t kMostLooks = 1000;
constexpr std::size_t kMostPoints = 1000;
constexpr double kFarthest = 1000;  // a coordinate, in cells
constexpr std::size_t kCaptionBytes = 1000;
constexpr std::size_t kTextBytes = 100;

const std::vector<std::string_view> kColors = {"red",    "orange", "yellow", "green", "blue",
                                               "purple", "gray",   "black",  "white"};
const std::vector<std::string_view> kShapes = {"circle", "square", "triangle", "diamond",
                                               "cross",  "dot",    "fill"};

std::string place(std::string_view list, std::size_t index) {
  return std::string(list) + "[" + std::to_string(index) + "]";
}

bool is_short_text(const Json& value) {
  if (!value.is_string()) {
    return false;
  }
  const auto characters = unicode::decoded(value.get_ref<const std::string&>());
  return characters && characters->size() <= BoardPicture::kMostCharacters;
}

// ---- the grid ----

/// The cells of a row: a text has one for each character.
std::optional<std::vector<std::string>> row_of(const Json& value) {
  std::vector<std::string> cells;
  if (value.is_string()) {
    for (const char32_t code : unicode::decoded_with_replacements(value.get_ref<const std::string&>())) {
      unicode::append_utf8(cells.emplace_back(), code);
    }
    return cells;
  }
  if (!value.is_array()) {
    return std::nullopt;
  }
  for (const Json& cell : value) {
    if (!is_short_text(cell)) {
      return std::nullopt;
    }
    cells.push_back(cell.get<std::string>());
  }
  return cells;
}

void read_grid(Object& in, const Json& rows, BoardPicture& picture) {
  constexpr std::size_t kMost = BoardPicture::kMostCells;
  if (!rows.is_array() || rows.empty() || rows.size() > kMost) {
    in.fail("grid", rows, "a list of 1 to " + std::to_string(kMost) + " rows");
    return;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto row = row_of(rows[i]);
    if (!row || row->empty() || row->size() > kMost) {
      in.fail(place("grid", i), rows[i],
              "a text of 1 to " + std::to_string(kMost) + " characters, or as many texts of at most " +
                  std::to_string(BoardPicture::kMostCharacters) + " characters each");
      return;
    }
    if (i > 0 && row->size() != picture.grid.front().size()) {
      in.fail(place("grid", i), rows[i],
              std::to_string(picture.grid.front().size()) + " cells, as in the first row");
      return;
    }
    picture.grid.push_back(std::move(*row));
  }
  picture.width = static_cast<double>(picture.grid.front().size());
  picture.height = static_cast<double>(picture.grid.size());
}

/// The names of so many rows or columns.
std::vector<std::string> read_names(Object& in, std::string_view key, std::size_t count) {
  const Json* const names = in.find(key);
  if (names == nullptr) {
    return {};
  }
  if (!names->is_array() || names->size() != count || !std::ranges::all_of(*names, is_short_text)) {
    in.fail(key, *names,
            "a list of " + std::to_string(count) + " texts of at most " +
                std::to_string(BoardPicture::kMostCharacters) + " characters, as the grid has");
    return {};
  }
  return names->get<std::vector<std::string>>();
}

// ---- the legend ----

/// Reads "seat" or "color".
BoardPicture::Paint read_paint(Object& in) {
  BoardPicture::Paint paint;
  if (in.find("seat") != nullptr) {
    paint.seat = static_cast<std::size_t>(in.integer("seat", {0, kMostSeats - 1}));
  }
  if (const Json* const color = in.find("color")) {
    paint.color = static_cast<BoardPicture::Color>(in.choice_or("color", kColors, 0));
    if (paint.seat) {
      in.fail("color", *color, "no color where there is a seat");
    }
  }
  return paint;
}

BoardPicture::Look read_look(Object& in) {
  BoardPicture::Look look;
  look.paint = read_paint(in);
  if (in.find("shape") != nullptr) {
    look.shape = static_cast<BoardPicture::Shape>(in.choice_or("shape", kShapes, 0));
  }
  if (const Json* const text = in.find("text")) {
    if (is_short_text(*text)) {
      look.text = text->get<std::string>();
    } else {
      in.fail("text", *text,
              "a text of at most " + std::to_string(BoardPicture::kMostCharacters) + " characters");
    }
  }
  look.name = in.text_or("name", kTextBytes, "");
  in.refuse_unknown();
  return look;
}

void read_legend(Object& in, const Json& legend, BoardPicture& picture) {
  if (!legend.is_object() || legend.size() > kMostLooks) {
    in.fail("legend", legend, "an object of at most " + std::to_string(kMostLooks) + " cells");
    return;
  }
  for (const auto& [cell, value] : legend.items()) {
    Object look(value, "legend." + cell);
    picture.legend.emplace(cell, read_look(look));
    in.inherit(look.error());
  }
}

// ---- the marks ----

std::optional<double> finite_in(const Json& value, double least, double most) {
  if (!value.is_number()) {
    return std::nullopt;
  }
  const double number = value.get<double>();
  return std::isfinite(number) && number >= least && number <= most ? std::optional(number) : std::nullopt;
}

/// Reads a list of that many numbers.
template <std::size_t kNumbers>
std::optional<std::array<double, kNumbers>> numbers_of(const Json& value, double least) {
  if (!value.is_array() || value.size() != kNumbers) {
    return std::nullopt;
  }
  std::array<double, kNumbers> numbers{};
  for (std::size_t i = 0; i < kNumbers; ++i) {
    const auto number = finite_in(value[i], least, kFarthest);
    if (!number) {
      return std::nullopt;
    }
    numbers[i] = *number;
  }
  return numbers;
}

std::optional<BoardPicture::Point> point_of(const Json& value) {
  const auto numbers = numbers_of<2>(value, -kFarthest);
  return numbers ? std::optional(BoardPicture::Point{(*numbers)[0], (*numbers)[1]}) : std::nullopt;
}

BoardPicture::Point read_point(Object& in, std::string_view key, const Json& value) {
  const auto point = point_of(value);
  if (!point) {
    in.fail(key, value, "[x, y], numbers from -1000 to 1000");
  }
  return point.value_or(BoardPicture::Point{});
}

BoardPicture::Line read_line(Object& in, const Json& value) {
  BoardPicture::Line line;
  if (!value.is_array() || value.size() < 2 || value.size() > kMostPoints) {
    in.fail("line", value, "a list of 2 to " + std::to_string(kMostPoints) + " points");
    return line;
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    line.points.push_back(read_point(in, place("line", i), value[i]));
  }
  return line;
}

BoardPicture::Circle read_circle(Object& in, const Json& value) {
  BoardPicture::Circle circle{read_point(in, "circle", value), 0.4};
  if (const Json* const radius = in.find("r")) {
    const auto number = finite_in(*radius, 0, kFarthest);
    if (!number) {
      in.fail("r", *radius, "a number from 0 to 1000");
    }
    circle.radius = number.value_or(0);
  }
  return circle;
}

BoardPicture::Box read_box(Object& in, const Json& value) {
  const auto numbers = numbers_of<4>(value, -kFarthest);
  if (!numbers || (*numbers)[2] < 0 || (*numbers)[3] < 0) {
    in.fail("box", value, "[x, y, width, height], numbers from -1000 to 1000, width and height from 0");
    return {};
  }
  return {{(*numbers)[0], (*numbers)[1]}, (*numbers)[2], (*numbers)[3]};
}

BoardPicture::Text read_text(Object& in) {
  BoardPicture::Text text{{}, in.text("text", kTextBytes)};
  if (const Json* const at = in.value("at")) {
    text.middle = read_point(in, "at", *at);
  }
  return text;
}

BoardPicture::Mark read_mark(Object& in) {
  BoardPicture::Mark mark;
  if (const Json* const line = in.find("line")) {
    mark.form = read_line(in, *line);
  } else if (const Json* const circle = in.find("circle")) {
    mark.form = read_circle(in, *circle);
  } else if (const Json* const box = in.find("box")) {
    mark.form = read_box(in, *box);
  } else if (in.find("text") != nullptr) {
    mark.form = read_text(in);
  } else {
    in.fail_missing("line", "a line, circle, box or text");
  }
  mark.paint = read_paint(in);
  mark.fill = in.boolean_or("fill", false);
  in.refuse_unknown();
  return mark;
}

void read_marks(Object& in, const Json& marks, BoardPicture& picture) {
  if (!marks.is_array() || marks.size() > BoardPicture::kMostMarks) {
    in.fail("marks", marks, "a list of at most " + std::to_string(BoardPicture::kMostMarks) + " marks");
    return;
  }
  for (std::size_t i = 0; i < marks.size() && !in.error(); ++i) {
    Object mark(marks[i], place("marks", i));
    picture.marks.push_back(read_mark(mark));
    in.inherit(mark.error());
  }
}

void read_size(Object& in, BoardPicture& picture) {
  const Json* const size = in.find("size");
  if (size == nullptr) {
    in.fail_missing("grid", "a list of rows; or size, [width, height]");
    return;
  }
  const auto numbers = numbers_of<2>(*size, 0);
  constexpr auto kMost = static_cast<double>(BoardPicture::kMostCells);
  if (!numbers || (*numbers)[0] <= 0 || (*numbers)[1] <= 0 || (*numbers)[0] > kMost ||
      (*numbers)[1] > kMost) {
    in.fail("size", *size, "[width, height], numbers above 0, at most 200");
    return;
  }
  picture.width = (*numbers)[0];
  picture.height = (*numbers)[1];
}

}  // namespace

std::variant<BoardPicture, fields::Error> BoardPicture::read(const Json& json, const std::string& path) {
  Object in(json, path);
  BoardPicture picture;
  if (const Json* const grid = in.find("grid")) {
    read_grid(in, *grid, picture);
    if (!in.error()) {
      picture.row_names = read_names(in, "rows", picture.grid.size());
      picture.column_names = read_names(in, "columns", picture.grid.front().size());
    }
    if (const Json* const size = in.find("size")) {
      in.fail("size", *size, "no size where there is a grid");
    }
  } else {
    read_size(in, picture);
    for (const char* const key : {"rows", "columns"}) {
      if (const Json* const names = in.find(key)) {
        in.fail(key, *names, "no names where there is no grid");
      }
    }
  }
  if (const Json* const legend = in.find("legend")) {
    read_legend(in, *legend, picture);
  }
  if (const Json* const marks = in.find("marks")) {
    read_marks(in, *marks, picture);
  }
  picture.caption = in.text_or("caption", kCaptionBytes, "");
  in.refuse_unknown();
  if (in.error()) {
    return *in.error();
  }
  return picture;
}

}  // namespace referee
