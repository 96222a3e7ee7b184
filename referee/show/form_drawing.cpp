#include "referee/show/form_drawing.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "referee/screen/canvas.h"
#include "referee/show/pixel_font.h"

namespace referee::show {
namespace {

using screen::Form;

constexpr int kLetterDot = 2;
constexpr int kMostDots = 4'000'000;  // of all lines of one picture

int rounded(double value) { return static_cast<int>(std::lround(value)); }

/// Draws in pixels of the raster, within the board.
class FormBrush {
 public:
  FormBrush(Raster& raster, const PixelBox& board, int cell)
      : raster_(raster), board_(board), cell_(cell), width_(std::max(cell / 10, 1)) {}

  void draw(const Form& form) {
    colour_ = full_colour_of(form.ink);
    switch (form.kind) {
      case Form::Kind::line:
        for (std::size_t i = 1; i < form.points.size(); ++i) {
          draw_line(in_pixels(form.points[i - 1]), in_pixels(form.points[i]));
        }
        break;
      case Form::Kind::circle:
        draw_circle(in_pixels(form.points.front()), form.radius * cell_, form.filled);
        break;
      case Form::Kind::box:
        draw_box(in_pixels(form.points.front()), in_pixels(form.points.back()), form.filled);
        break;
      case Form::Kind::text:
        draw_text(in_pixels(form.points.front()), form.text);
        break;
    }
  }

 private:
  Form::Point in_pixels(Form::Point point) const {
    return {board_.x + point.x * cell_, board_.y + point.y * cell_};
  }

  /// Fills a box as far as it is on the board.
  void fill(double left, double top, double right, double bottom) {
    const int first_x = std::max(rounded(left), board_.x);
    const int first_y = std::max(rounded(top), board_.y);
    const int end_x = std::min(rounded(right), board_.x + board_.width);
    const int end_y = std::min(rounded(bottom), board_.y + board_.height);
    if (first_x < end_x && first_y < end_y) {
      raster_.fill({first_x, first_y, end_x - first_x, end_y - first_y}, colour_);
    }
  }

  /// Cuts a range of t at the place where start + t * by leaves low..high.
  static void cut(double start, double by, double low, double high, double& first, double& last) {
    if (by == 0) {
      if (start < low || start > high) {
        last = -1;
      }
      return;
    }
    double enters = (low - start) / by;
    double leaves = (high - start) / by;
    if (enters > leaves) {
      std::swap(enters, leaves);
    }
    first = std::max(first, enters);
    last = std::min(last, leaves);
  }

  void draw_line(Form::Point from, Form::Point to) {
    const double right = to.x - from.x;
    const double down = to.y - from.y;
    double first = 0;
    double last = 1;
    cut(from.x, right, board_.x, board_.x + board_.width, first, last);
    cut(from.y, down, board_.y, board_.y + board_.height, first, last);
    // Two a pixel, so that rounding leaves no gap.
    const int steps =
        last < first ? -1 : rounded(2 * (last - first) * std::max(std::abs(right), std::abs(down)));
    for (int step = 0; step <= steps && dots_ > 0; ++step, --dots_) {
      const double t = first + (last - first) * step / std::max(steps, 1);
      const double x = from.x + t * right - width_ / 2.0;
      const double y = from.y + t * down - width_ / 2.0;
      fill(x, y, x + width_, y + width_);
    }
  }

  /// Half of the width of a disc, so many pixels above or below its middle; nothing outside.
  static std::optional<double> half_width(double radius, double away) {
    return std::abs(away) <= radius ? std::optional(std::sqrt(radius * radius - away * away)) : std::nullopt;
  }

  void draw_circle(Form::Point middle, double radius, bool filled) {
    const int first = std::max(rounded(middle.y - radius), board_.y);
    const int end = std::min(rounded(middle.y + radius) + 1, board_.y + board_.height);
    for (int y = first; y < end; ++y) {
      const auto outer = half_width(radius, y - middle.y);
      const auto inner = filled ? std::nullopt : half_width(radius - width_, y - middle.y);
      if (outer && inner) {
        fill(middle.x - *outer, y, middle.x - *inner, y + 1);
        fill(middle.x + *inner, y, middle.x + *outer, y + 1);
      } else if (outer) {
        fill(middle.x - *outer, y, middle.x + *outer, y + 1);
      }
    }
  }

  void draw_box(Form::Point first, Form::Point last, bool filled) {
    if (filled) {
      fill(first.x, first.y, last.x, last.y);
      return;
    }
    fill(first.x, first.y, last.x, first.y + width_);
    fill(first.x, last.y - width_, last.x, last.y);
    fill(first.x, first.y, first.x + width_, last.y);
    fill(last.x - width_, first.y, last.x, last.y);
  }

  void draw_text(Form::Point middle, const std::string& text) {
    const bool on_board = middle.x >= board_.x && middle.x <= board_.x + board_.width &&
                          middle.y >= board_.y && middle.y <= board_.y + board_.height;
    if (on_board) {
      const std::string line = screen::plain_line(text, false);
      const int width = static_cast<int>(line.size()) * kLetterDot * (kGlyphWidth + 1);
      raster_.write(line, rounded(middle.x) - width / 2, rounded(middle.y) - kLetterDot * kGlyphHeight / 2,
                    kLetterDot, colour_);
    }
  }

  Raster& raster_;
  PixelBox board_;
  int cell_;
  int width_;  // of a line
  int dots_ = kMostDots;
  Colour colour_ = kDark;
};

}  // namespace

void draw_forms(Raster& raster, const std::vector<Form>& forms, const PixelBox& board, int cell) {
  FormBrush brush(raster, board, cell);
  for (const Form& form : forms) {
    brush.draw(form);
  }
}

}  // namespace referee::show
