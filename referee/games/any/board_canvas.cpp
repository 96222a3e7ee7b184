#include "referee/games/any/board_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <variant>

#include "referee/base/unicode/unicode.h"

namespace referee {
namespace {

using screen::Canvas;
using screen::Ink;
using screen::Mark;
using screen::Rank;
using Color = BoardPicture::Color;
using Look = BoardPicture::Look;
using Paint = BoardPicture::Paint;
using Point = BoardPicture::Point;
using Shape = BoardPicture::Shape;

constexpr int kColumnsPerUnit = 2;  // where a picture has no grid: a character is twice as high as wide
constexpr int kLongSide = 40;       // characters of the longer side of a board without a grid, about
constexpr int kMostPerUnit = 8;
constexpr int kMostSteps = 200'000;  // characters that the marks of one picture may draw
constexpr double kSmall = 0.75;      // a mark of at most this radius is one character

Ink ink_of(const Paint& paint) {
  if (paint.seat) {
    return screen::seat_ink(*paint.seat);
  }
  if (!paint.color) {
    return Ink::plain;
  }
  switch (*paint.color) {
    case Color::red:
      return Ink::foe;
    case Color::orange:
      return Ink::hazard;
    case Color::yellow:
      return Ink::treasure;
    case Color::green:
      return Ink::goal;
    case Color::blue:
      return Ink::self;
    case Color::purple:
      return Ink::seat3;
    case Color::gray:
    case Color::black:
    case Color::white:
      break;
  }
  return Ink::plain;
}

char32_t letter_of(std::size_t seat) { return U'A' + static_cast<char32_t>(seat % 26); }

// ---- cells ----

/// Whether a terminal shows all of it.
bool can_be_shown(const std::u32string& text) {
  return std::ranges::all_of(text, screen::is_glyph) && text.find_first_not_of(U' ') != std::u32string::npos;
}

char32_t glyph_of(Shape shape) {
  switch (shape) {
    case Shape::circle:
      return U'o';
    case Shape::square:
      return U'#';
    case Shape::triangle:
      return screen::kUp;
    case Shape::diamond:
      return U'*';
    case Shape::cross:
      return U'x';
    case Shape::dot:
      return U',';
    case Shape::fill:
      return screen::kSolid;
  }
  return U'?';
}

/// What a terminal shows instead of a cell's text that it cannot show.
char32_t substitute_of(const Look& look) {
  if (look.paint.seat) {
    return letter_of(*look.paint.seat);
  }
  if (look.shape) {
    return glyph_of(*look.shape);
  }
  const char32_t first = look.name.empty() ? U'?' : static_cast<unsigned char>(look.name.front());
  return screen::is_glyph(first) && first != U' ' ? first : U'?';
}

std::u32string glyphs_of(const std::string& cell, const Look& look) {
  for (const std::string& text : {look.text.value_or(cell), cell}) {
    const std::u32string glyphs = unicode::decoded_with_replacements(text);
    if (can_be_shown(glyphs)) {
      return glyphs;
    }
  }
  return {substitute_of(look)};
}

/// How strong a cell is seen: a piece more than what it stands on.
Rank rank_of(const Look& look) {
  if (look.shape == Shape::fill || look.paint.color == Color::gray) {
    return Rank::trace;
  }
  const bool weak = look.shape == Shape::dot || look.paint.color == Color::white;
  return weak || look.paint == Paint{} ? Rank::thing : Rank::actor;
}

/// What is in a cell: its characters, all of one colour.
struct Face {
  std::u32string glyphs = U" ";
  Mark like;
};

Face face_of(const BoardPicture& picture, const std::string& cell) {
  if (picture.is_empty(cell)) {
    return cell == "." ? Face{{screen::kGround}, {screen::kGround, Ink::faint, Rank::ground}} : Face{};
  }
  const auto found = picture.legend.find(cell);
  const Look look = found == picture.legend.end() ? Look{} : found->second;
  const bool wall = look.shape == Shape::fill && ink_of(look.paint) == Ink::plain;
  return {glyphs_of(cell, look), {U' ', wall ? Ink::wall : ink_of(look.paint), rank_of(look)}};
}

void draw_face(const Face& face, int row, int column, Canvas& board) {
  for (const char32_t glyph : face.glyphs) {
    Mark mark = face.like;
    mark.glyph = glyph;
    board.at(row, column++) = mark;
  }
}

BoardCanvas canvas_of_grid(const BoardPicture& picture) {
  std::vector<std::vector<Face>> faces;
  std::size_t widest = 1;
  for (const std::vector<std::string>& row : picture.grid) {
    std::vector<Face>& line = faces.emplace_back();
    for (const std::string& cell : row) {
      widest = std::max(widest, line.emplace_back(face_of(picture, cell)).glyphs.size());
    }
  }
  BoardCanvas board{.columns_per_cell = static_cast<int>(widest) + 1};
  const int rows = static_cast<int>(faces.size());
  const int columns = static_cast<int>(faces.front().size());
  board.canvas = Canvas(rows, columns * board.columns_per_cell);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      draw_face(faces[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)], row,
                column * board.columns_per_cell, board.canvas);
    }
  }
  return board;
}

/// Characters a unit, down, of a board without a grid.
int characters_per_unit(const BoardPicture& picture) {
  if (!picture.grid.empty()) {
    return 1;
  }
  return std::clamp(static_cast<int>(kLongSide / std::max(picture.width, picture.height)), 1, kMostPerUnit);
}

BoardCanvas canvas_without_grid(const BoardPicture& picture) {
  const int per_unit = characters_per_unit(picture);
  BoardCanvas board{.columns_per_cell = kColumnsPerUnit};
  board.canvas = Canvas(static_cast<int>(std::ceil(picture.height * per_unit)),
                        kColumnsPerUnit * static_cast<int>(std::ceil(picture.width * per_unit)));
  for (int row = 0; row < board.canvas.rows(); ++row) {
    for (int column = 0; column < board.canvas.columns(); column += kColumnsPerUnit) {
      board.canvas.at(row, column) = {screen::kGround, Ink::faint, Rank::ground};
    }
  }
  return board;
}

// ---- marks ----

/// Draws the marks of a picture over its cells. A cell that holds something keeps its letter and is shown in
/// reverse.
class MarkPen {
 public:
  MarkPen(BoardCanvas& board, int per_unit) : board_(board), per_unit_(per_unit) {}

  void draw(const BoardPicture::Mark& mark) {
    ink_ = ink_of(mark.paint);
    piece_ = mark.paint.seat ? letter_of(*mark.paint.seat) | (mark.fill ? U'\0' : U' ')
             : mark.fill     ? U'@'
                             : U'o';
    fill_ = mark.fill;
    std::visit([this](const auto& form) { draw_form(form); }, mark.form);
  }

 private:
  void draw_form(const BoardPicture::Line& line) {
    for (std::size_t i = 1; i < line.points.size(); ++i) {
      draw_segment(line.points[i - 1], line.points[i]);
    }
  }

  void draw_segment(Point from, Point to) {
    const double right = to.x - from.x;
    const double down = to.y - from.y;
    const char32_t glyph = std::abs(down) < 0.4 * std::abs(right)   ? U'-'
                           : std::abs(right) < 0.4 * std::abs(down) ? U'|'
                           : (right > 0) == (down > 0)              ? U'\\'
                                                                    : U'/';
    const int steps = static_cast<int>(std::ceil(2 * per_unit_ * std::max(std::abs(right), std::abs(down))));
    for (int step = 0; step <= steps && left_ > 0; ++step) {
      const double t = steps == 0 ? 0 : static_cast<double>(step) / steps;
      put({from.x + t * right, from.y + t * down}, glyph);
    }
  }

  void draw_form(const BoardPicture::Circle& circle) {
    const double radius = circle.radius;
    if (radius * per_unit_ <= kSmall) {
      put(circle.middle, piece_);
      return;
    }
    const auto inside = [&](Point at) {
      return std::hypot(at.x - circle.middle.x, at.y - circle.middle.y) <= radius;
    };
    if (fill_) {
      fill_where(inside, {circle.middle.x - radius, circle.middle.y - radius}, 2 * radius, 2 * radius);
      return;
    }
    const int steps = static_cast<int>(std::ceil(2 * std::numbers::pi * radius * per_unit_ * 2));
    for (int step = 0; step < steps && left_ > 0; ++step) {
      const double angle = 2 * std::numbers::pi * step / steps;
      put({circle.middle.x + radius * std::cos(angle), circle.middle.y + radius * std::sin(angle)}, piece_);
    }
  }

  void draw_form(const BoardPicture::Box& box) {
    const auto [left, top] = box.corner;
    if (std::max(box.width, box.height) * per_unit_ <= 2 * kSmall) {
      put({left + box.width / 2, top + box.height / 2}, piece_);
    } else if (fill_) {
      fill_where([](Point) { return true; }, box.corner, box.width, box.height);
    } else {
      // Within the box, so that its edges are in the cells that it holds.
      const double inset = std::min({0.5 / per_unit_, box.width / 2, box.height / 2});
      const Point first{left + inset, top + inset};
      const Point last{left + box.width - inset, top + box.height - inset};
      draw_form(BoardPicture::Line{{first, {last.x, first.y}, last, {first.x, last.y}, first}});
    }
  }

  void draw_form(const BoardPicture::Text& text) {
    const auto characters = static_cast<double>(unicode::columns_of(text.text));
    const int row = static_cast<int>(std::floor(text.middle.y * per_unit_));
    const double middle = text.middle.x * per_unit_ * board_.columns_per_cell;
    board_.canvas.write(row, std::max(static_cast<int>(std::floor(middle - characters / 2)), 0), text.text,
                        ink_);
  }

  template <class Inside>
  void fill_where(Inside inside, Point corner, double width, double height) {
    const double step = 1.0 / per_unit_;
    for (int row = index_of(corner.y, rows()); row <= index_of(corner.y + height - step / 2, rows()); ++row) {
      for (int cell = index_of(corner.x, cells()); cell <= index_of(corner.x + width - step / 2, cells());
           ++cell) {
        const Point at{(cell + 0.5) * step, (row + 0.5) * step};
        if (left_ > 0 && inside(at)) {
          put(at, piece_);
        }
      }
    }
  }

  /// The row or cell of a coordinate, or the nearest one.
  int index_of(double coordinate, int count) const {
    return static_cast<int>(
        std::clamp(std::floor(coordinate * per_unit_), 0.0, static_cast<double>(count - 1)));
  }
  int rows() const { return board_.canvas.rows(); }
  int cells() const { return board_.canvas.columns() / board_.columns_per_cell; }

  void put(Point at, char32_t glyph) {
    --left_;
    const double row = at.y * per_unit_;
    const double cell = at.x * per_unit_;
    if (row < 0 || cell < 0 || row > rows() || cell > cells()) {
      return;
    }
    Mark& mark = board_.canvas.at(index_of(at.y, rows()), index_of(at.x, cells()) * board_.columns_per_cell);
    if (mark.glyph == U' ' || mark.rank == Rank::ground) {
      mark = {glyph, ink_, Rank::thing};
    } else {
      mark.reversed = true;
    }
  }

  BoardCanvas& board_;
  int per_unit_;
  int left_ = kMostSteps;
  Ink ink_ = Ink::plain;
  char32_t piece_ = U'o';
  bool fill_ = false;
};

/// A mark as files draw it, in cells of the board, of which a unit has several where there is no grid.
class FormMaker {
 public:
  explicit FormMaker(double per_unit) : per_unit_(per_unit) {}

  screen::Form form_of(const BoardPicture::Mark& mark) const {
    screen::Form form = std::visit([this](const auto& told) { return form_of(told); }, mark.form);
    form.filled = mark.fill;
    form.ink = ink_of(mark.paint);
    return form;
  }

 private:
  using Kind = screen::Form::Kind;

  screen::Form::Point point(Point told) const { return {told.x * per_unit_, told.y * per_unit_}; }
  screen::Form form_of(const BoardPicture::Line& line) const {
    screen::Form form{.kind = Kind::line};
    for (const Point& told : line.points) {
      form.points.push_back(point(told));
    }
    return form;
  }
  screen::Form form_of(const BoardPicture::Circle& circle) const {
    return {.kind = Kind::circle, .points = {point(circle.middle)}, .radius = circle.radius * per_unit_};
  }
  screen::Form form_of(const BoardPicture::Box& box) const {
    const Point end{box.corner.x + box.width, box.corner.y + box.height};
    return {.kind = Kind::box, .points = {point(box.corner), point(end)}};
  }
  screen::Form form_of(const BoardPicture::Text& text) const {
    return {.kind = Kind::text, .points = {point(text.middle)}, .text = text.text};
  }

  double per_unit_;
};

std::string text_of(const std::u32string& glyphs) {
  std::string text;
  for (const char32_t glyph : glyphs) {
    screen::append_glyph(text, glyph, true);
  }
  return text;
}

}  // namespace

BoardCanvas board_canvas(const BoardPicture& picture) {
  BoardCanvas board = picture.grid.empty() ? canvas_without_grid(picture) : canvas_of_grid(picture);
  board.ground = board.canvas;
  MarkPen pen(board, characters_per_unit(picture));
  const FormMaker maker(characters_per_unit(picture));
  for (const BoardPicture::Mark& mark : picture.marks) {
    pen.draw(mark);
    board.forms.push_back(maker.form_of(mark));
  }
  return board;
}

std::vector<std::string> legend_lines(const BoardPicture& picture) {
  std::vector<std::string> lines;
  for (const auto& [cell, look] : picture.legend) {
    std::string line = text_of(face_of(picture, cell).glyphs);
    line += look.name.empty() ? "" : " " + look.name;
    if (look.paint.seat) {
      line += (look.name.empty() ? " of " : ", of ");
      line += static_cast<char>(letter_of(*look.paint.seat));
    }
    if (look.paint.seat || !look.name.empty()) {
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

}  // namespace referee
