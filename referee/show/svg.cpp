#include "referee/show/svg.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "referee/base/text.h"
#include "referee/screen/canvas.h"
#include "referee/show/drawing.h"

namespace referee::show {
namespace {

constexpr int kSmallCell = 4;
constexpr int kMargin = 20;
constexpr int kTitleSize = 18;
constexpr int kTextSize = 13;
constexpr int kLine = 19;                 // from a line of text to the next
constexpr double kTextWidth = 0.56;       // of a character, in sizes of the text: generous, no text is cut
constexpr double kStroke = 0.1;           // of a form's line, in cells
constexpr std::size_t kSvgLetters = 100;  // of a line of text

/// A number of pixels with one decimal at most.
std::string pixels(double value) { return fixed_text(value, 1); }

class SvgPicture {
 public:
  SvgPicture(const Frame& frame, const std::vector<std::string>& legend)
      : board_(drawing_of(frame.picture)), cell_(board_.cell()), forms_(frame.picture.forms) {
    wrap_into(title_, frame.title);
    for (const std::string& note : frame.picture.notes) {
      wrap_into(lines_, note);
    }
    wrap_into(lines_, frame.end);
    wrap_into(lines_, frame.result);
    notes_ = lines_.size();
    for (const std::string& line : legend) {
      wrap_into(lines_, line);
    }
  }

  std::string text() {
    const int top = 2 * kMargin + kLine * static_cast<int>(title_.size());
    const int below = top + cell_ * board_.rows() + kMargin;
    const int height = below + kLine * static_cast<int>(lines_.size()) + kMargin;
    const std::string size = std::to_string(width()) + " " + std::to_string(height);
    svg_ = R"(<svg xmlns="http://www.w3.org/2000/svg" width=")" + std::to_string(width()) + R"(" height=")" +
           std::to_string(height) + R"(" viewBox="0 0 )" + size +
           R"(" font-family="Helvetica, Arial, sans-serif" role="img">)" + "\n<title>" +
           markup(joined(title_)) + "</title>\n" + R"(<rect width="100%" height="100%" fill="#ffffff"/>)" +
           "\n";
    add_lines(title_, kMargin, kTitleSize, 0);
    svg_ += R"(<g transform="translate()" + std::to_string(kMargin) + " " + std::to_string(top) + ")\">\n";
    if (!board_.readable()) {
      svg_ += R"(<rect width=")" + std::to_string(cell_ * board_.columns()) + R"(" height=")" +
              std::to_string(cell_ * board_.rows()) + R"(" fill=")" +
              std::string(hex_of(tint_of(screen::Ink::faint))) + "\"/>\n";
    }
    add_cells();
    add_forms(forms_);
    svg_ += "</g>\n";
    add_lines(lines_, below, kTextSize, notes_);
    return svg_ + "</svg>\n";
  }

 private:
  static BoardDrawing drawing_of(const screen::Picture& picture) {
    const screen::Canvas& board = picture.ground ? *picture.ground : picture.board;
    const int columns = BoardDrawing::columns_of(board, picture.columns_per_cell);
    return {board, picture.columns_per_cell, BoardDrawing::cell_size(board.rows(), columns, kSmallCell)};
  }

  static void wrap_into(std::vector<std::string>& lines, const std::string& text) {
    if (!text.empty()) {
      screen::wrap(text, kSvgLetters, lines);
    }
  }

  static std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
      text += line;
    }
    return text;
  }

  int width() const {
    double width = cell_ * board_.columns();
    for (const std::string& line : title_) {
      width = std::max(width, static_cast<double>(line.size()) * kTitleSize * kTextWidth);
    }
    for (const std::string& line : lines_) {
      width = std::max(width, static_cast<double>(line.size()) * kTextSize * kTextWidth);
    }
    return static_cast<int>(width) + 2 * kMargin;
  }

  /// Lines from `top` on, those from number `dark` on in grey; 0: all are a title.
  void add_lines(const std::vector<std::string>& lines, int top, int size, std::size_t dark) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const bool title = dark == 0 && &lines == &title_;
      svg_ += R"(<text xml:space="preserve" x=")" + std::to_string(kMargin) + R"(" y=")" +
              std::to_string(top + kLine * static_cast<int>(i) + size) + R"(" font-size=")" +
              std::to_string(size) + R"(" fill=")" + std::string(hex_of(title || i < dark ? kDark : kGrey)) +
              "\"" + (title ? R"( font-weight="bold")" : "") + ">" + markup(lines[i]) + "</text>\n";
    }
  }

  void add_cells() {
    for (int row = 0; row < board_.rows(); ++row) {
      for (int column = 0; column < board_.columns(); ++column) {
        const DrawnCell cell = board_.at(row, column);
        if (cell.box) {
          add_box(row, column, hex_of(cell.fill), cell.round);
        }
        for (const DrawnGlyph& drawn : cell.glyphs) {
          add_glyph(drawn, (column + drawn.middle) * cell_, (row + 0.5) * cell_, cell.alone);
        }
      }
    }
  }

  void add_box(int row, int column, std::string_view fill, bool round) {
    const double gap = board_.readable() ? 1 : 0;
    const double side = cell_ - gap;
    svg_ += R"(<rect x=")" + pixels(column * cell_ + gap / 2) + R"(" y=")" + pixels(row * cell_ + gap / 2) +
            R"(" width=")" + pixels(side) + R"(" height=")" + pixels(side) +
            (round ? R"(" rx=")" + pixels(side / 4) : "") + R"(" fill=")" + std::string(fill) + "\"/>\n";
  }

  void add_glyph(const DrawnGlyph& drawn, double x, double y, bool alone) {
    const std::string_view colour = hex_of(drawn.colour);
    const double size = cell_ * (alone ? 0.66 : 0.56);
    const double angle = angle_of(drawn.glyph);
    if (angle >= 0) {
      svg_ += R"(<path d="M-4 3.5 L0 -4 L4 3.5 Z" transform="translate()" + pixels(x) + " " + pixels(y) +
              ") rotate(" + pixels(angle) + ") scale(" + fixed_text(size / 14, 2) + R"x()" fill=")x" +
              std::string(colour) + "\"/>\n";
      return;
    }
    std::string glyph;
    screen::append_glyph(glyph, drawn.glyph, true);
    svg_ += R"(<text x=")" + pixels(x) + R"(" y=")" + pixels(y + size * 0.36) + R"(" font-size=")" +
            pixels(size) + R"(" font-weight="bold" text-anchor="middle" fill=")" + std::string(colour) +
            "\">" + markup(glyph) + "</text>\n";
  }

  /// Cut at the board's edge.
  void add_forms(const std::vector<screen::Form>& forms) {
    if (forms.empty()) {
      return;
    }
    svg_ += R"(<svg width=")" + std::to_string(cell_ * board_.columns()) + R"(" height=")" +
            std::to_string(cell_ * board_.rows()) + "\">\n";
    for (const screen::Form& form : forms) {
      add_form(form);
    }
    svg_ += "</svg>\n";
  }

  void add_form(const screen::Form& form) {
    const std::string colour(hex_of(full_colour_of(form.ink)));
    const std::string painted = form.filled ? R"( fill=")" + colour + "\"/>\n"
                                            : R"( fill="none" stroke=")" + colour + R"(" stroke-width=")" +
                                                  pixels(std::max(cell_ * kStroke, 1.0)) + "\"/>\n";
    const auto [x, y] = form.points.front();
    switch (form.kind) {
      case screen::Form::Kind::line:
        svg_ += "<polyline points=\"";
        for (const auto& point : form.points) {
          svg_ += pixels(point.x * cell_) + "," + pixels(point.y * cell_) + " ";
        }
        svg_ += R"(" fill="none" stroke=")" + colour + R"(" stroke-width=")" +
                pixels(std::max(cell_ * kStroke, 1.0)) + R"(" stroke-linecap="round"/>)" + "\n";
        break;
      case screen::Form::Kind::circle:
        svg_ += R"(<circle cx=")" + pixels(x * cell_) + R"(" cy=")" + pixels(y * cell_) + R"(" r=")" +
                pixels(form.radius * cell_) + "\"" + painted;
        break;
      case screen::Form::Kind::box:
        svg_ += R"(<rect x=")" + pixels(x * cell_) + R"(" y=")" + pixels(y * cell_) + R"(" width=")" +
                pixels((form.points.back().x - x) * cell_) + R"(" height=")" +
                pixels((form.points.back().y - y) * cell_) + "\"" + painted;
        break;
      case screen::Form::Kind::text:
        svg_ += R"(<text x=")" + pixels(x * cell_) + R"(" y=")" + pixels(y * cell_ + kTextSize * 0.36) +
                R"(" font-size=")" + std::to_string(kTextSize) +
                R"(" font-weight="bold" text-anchor="middle" fill=")" + colour + "\">" + markup(form.text) +
                "</text>\n";
        break;
    }
  }

  /// Degrees clockwise from up, of an arrow; -1: it is none.
  static double angle_of(char32_t glyph) {
    switch (glyph) {
      case screen::kUp:
        return 0;
      case screen::kRight:
        return 90;
      case screen::kDown:
        return 180;
      case screen::kLeft:
        return 270;
      default:
        return -1;
    }
  }

  BoardDrawing board_;
  int cell_;  // pixels
  const std::vector<screen::Form>& forms_;
  std::vector<std::string> title_;
  std::vector<std::string> lines_;
  std::size_t notes_ = 0;  // of the lines, the first ones
  std::string svg_;
};

}  // namespace

std::string svg_of(const Frame& frame, const std::vector<std::string>& legend) {
  return SvgPicture(frame, legend).text();
}

}  // namespace referee::show
