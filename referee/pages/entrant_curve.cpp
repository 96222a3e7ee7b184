#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "referee/pages/entrant_parts.h"
#include "referee/report/html_parts.h"

namespace referee::pages {
namespace {

constexpr double kWidth = 720;
constexpr double kHeight = 200;
constexpr double kLeft = 56;
constexpr double kRight = 708;
constexpr double kTop = 14;
constexpr double kBottom = 160;
constexpr int kMostNumbers = 10;  // below the line

std::string number_text(double value) {
  std::array<char, 32> text{};
  // At most two decimals, none that say nothing.
  const double rounded = std::round(value * 100) / 100;
  const int size = std::snprintf(text.data(), text.size(), "%.6g", rounded == 0 ? 0.0 : rounded);
  return {text.data(), static_cast<std::size_t>(size)};
}

/// Where values stand in the drawing.
struct Axes {
  std::size_t last = 1;
  double least = 0;
  double most = 1;

  double x(std::size_t step) const {
    return kLeft + (kRight - kLeft) * static_cast<double>(step) / static_cast<double>(last);
  }
  double y(double value) const { return kBottom - (kBottom - kTop) * (value - least) / (most - least); }
};

Axes axes_of(const std::vector<std::optional<double>>& values) {
  Axes axes{values.size() - 1, 0, 0};
  bool is_first = true;
  for (const auto& value : values) {
    if (value) {
      axes.least = is_first ? *value : std::min(axes.least, *value);
      axes.most = is_first ? *value : std::max(axes.most, *value);
      is_first = false;
    }
  }
  if (axes.most - axes.least < 1e-9) {
    axes.least -= 1;
    axes.most += 1;
  }
  return axes;
}

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
  return "<text class=\"axis\" x=\"" + number_text(x) + "\" y=\"" + number_text(y) + "\" text-anchor=\"" +
         anchor + "\">" + text + "</text>\n";
}

std::string rulers(const Axes& axes, const EntrantCurve& curve) {
  std::string out;
  for (const double value : {axes.least, (axes.least + axes.most) / 2, axes.most}) {
    const std::string y = number_text(axes.y(value));
    out += "<line class=\"ruler\" x1=\"" + number_text(kLeft) + "\" y1=\"" + y + "\" x2=\"" +
           number_text(kRight) + "\" y2=\"" + y + "\"/>\n" +
           text_at(kLeft - 8, axes.y(value) + 4, "end", number_text(value));
  }
  const std::size_t every = axes.last / kMostNumbers + 1;
  for (std::size_t step = 0; curve.first_step >= 0 && step <= axes.last; step += every) {
    out += text_at(axes.x(step), kBottom + 18, "middle",
                   std::to_string(curve.first_step + static_cast<int>(step)));
  }
  return out + text_at((kLeft + kRight) / 2, kBottom + 36, "middle", curve.steps);
}

}  // namespace

std::string entrant_curve_html(const EntrantCurve& curve) {
  std::vector<double> known;
  for (const auto& value : curve.values) {
    if (value) {
      known.push_back(*value);
    }
  }
  if (known.size() < 2) {
    return "";
  }
  const Axes axes = axes_of(curve.values);
  std::string corners;
  for (std::size_t step = 0; step < curve.values.size(); ++step) {
    if (curve.values[step]) {
      corners += (corners.empty() ? "" : " ") + number_text(axes.x(step)) + "," +
                 number_text(axes.y(*curve.values[step]));
    }
  }
  return "<div class=\"entrant-curve\"><svg viewBox=\"0 0 " + number_text(kWidth) + " " +
         number_text(kHeight) + "\" role=\"img\" aria-label=\"" + curve.title + ": from " +
         number_text(known.front()) + " to " + number_text(known.back()) + "\">\n" + rulers(axes, curve) +
         "<polyline class=\"curve\" points=\"" + corners + "\"/>\n</svg></div>\n";
}

}  // namespace referee::pages
