#include "referee/score/marks_chart.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "referee/base/text.h"
#include "referee/report/html_parts.h"
#include "referee/score/game_values.h"
#include "referee/statistics/elo_scale.h"

namespace referee::score {
namespace {

using comparison::Interval;

constexpr double kChartWidth = 320;
constexpr double kChartHeight = 180;
constexpr double kLeft = 34;
constexpr double kRight = 310;
constexpr double kTop = 12;
constexpr double kBottom = 140;
constexpr double kHalfBand = 11;  // of the width of a band at its opponent
constexpr const char* kOwn = "own";

std::string text_at(double x, double y, const std::string& css_class, const std::string& text) {
  return "<text class=\"" + css_class + "\" x=\"" + fixed_text(x, 1) + "\" y=\"" + fixed_text(y, 1) + "\">" +
         html::escaped(text) + "</text>";
}

std::string line(const std::string& css_class, double x1, double y1, double x2, double y2) {
  return "<line class=\"" + css_class + "\" x1=\"" + fixed_text(x1, 1) + "\" y1=\"" + fixed_text(y1, 1) +
         "\" x2=\"" + fixed_text(x2, 1) + "\" y2=\"" + fixed_text(y2, 1) + "\"/>";
}

/// A place on the horizontal axis: an opponent, a staff bot, or the entrant itself.
struct Column {
  std::string name;
  std::optional<std::size_t> opponent;  // of the marks
  std::optional<double> level;          // of a staff bot that was rated
  double x = 0;
};

class Drawing {
 public:
  Drawing(const ScoredMark& mark, const Marks& marks, const rules::StaffScale& scale)
      : mark_(mark), marks_(marks), scale_(scale) {
    find_columns();
    place_columns();
  }

  std::string svg() const {
    return "<svg class=\"marks-chart\" viewBox=\"0 0 " + fixed_text(kChartWidth, 0) + " " +
           fixed_text(kChartHeight, 0) + "\" role=\"img\"" +
           html::attribute("aria-label", "the numbers are in the table of marks") + ">" + axes() + bands() +
           staff() + own() + "</svg>\n";
  }

 private:
  bool is_of_score() const { return marks_.seats == 1; }

  /// From the weakest to the strongest: the staff bots, and opponents that are none of them.
  void find_columns() {
    for (std::size_t place = 0; place < scale_.bots.size(); ++place) {
      const rules::StaffBot& bot = scale_.bots[place];
      Column column{rules::staff_name(place), {}, {}};
      column.level = bot.games > 0 ? std::optional(bot.level.estimate) : std::nullopt;
      columns_.push_back(std::move(column));
    }
    for (std::size_t opponent = marks_.opponents.size(); opponent > 0; --opponent) {
      const std::string& staff = marks_.opponents[opponent - 1].staff;
      const auto found = std::ranges::find(columns_, staff, &Column::name);
      if (found != columns_.end()) {
        found->opponent = opponent - 1;
      } else {
        columns_.push_back({is_of_score() ? kOwn : "bot " + std::to_string(opponent), opponent - 1, {}});
      }
    }
  }

  /// By their levels if all are opponents of known level, else in equal steps.
  void place_columns() {
    const bool by_level = !is_of_score() && std::ranges::all_of(columns_, [](const Column& one) {
      return one.level.has_value();
    });
    const double low = by_level ? *columns_.front().level : 0;
    const double high = by_level ? *columns_.back().level : static_cast<double>(columns_.size() - 1);
    constexpr double kInset = 16;  // room for the widest band
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const double at = by_level ? *columns_[i].level : static_cast<double>(i);
      const double share = high > low ? (at - low) / (high - low) : 0.5;
      columns_[i].x = kLeft + kInset + share * (kRight - kLeft - 2 * kInset);
    }
  }

  double y(double value) const {
    const double share = std::clamp((value - marks_.from) / (marks_.to - marks_.from), 0.0, 1.0);
    return kBottom - share * (kBottom - kTop);
  }

  std::string axes() const {
    std::string out;
    for (const double share : {0.0, 0.5, 1.0}) {
      const double value = marks_.value_of(share);
      out += line("ruler", kLeft, y(value), kRight, y(value)) +
             text_at(kLeft - 4, y(value) + 3.5, "value", short_text(value));
    }
    for (const Column& column : columns_) {
      const bool is_staff = column.name.starts_with("staff-");
      out += text_at(column.x, kBottom + 15, column.name == kOwn ? "name own" : "name",
                     is_staff ? column.name.substr(6) : column.name);
    }
    return out +
           text_at((kLeft + kRight) / 2, kBottom + 31, "name", scale_.bots.empty() ? "" : "staff bots") +
           "\n";
  }

  /// A band reaches from its border to the next one at the same opponent.
  std::string bands() const {
    std::string out;
    for (std::size_t i = 0; i < marks_.terms.borders.size(); ++i) {
      const auto& border = marks_.terms.borders[i];
      double top = kTop;
      for (std::size_t above = 0; above < i; ++above) {
        const auto& better = marks_.terms.borders[above];
        top = better.opponent == border.opponent ? y(marks_.value_of(better.share)) : top;
      }
      const double x = std::ranges::find(columns_, border.opponent, &Column::opponent)->x;
      const double left = is_of_score() ? kLeft : x - kHalfBand;
      const double right = is_of_score() ? kRight : x + kHalfBand;
      const double bottom = y(marks_.value_of(border.share));
      out += "<rect class=\"band band-" + std::to_string(i % 2) + "\" x=\"" + fixed_text(left, 1) +
             "\" y=\"" + fixed_text(top, 1) + "\" width=\"" + fixed_text(right - left, 1) + "\" height=\"" +
             fixed_text(bottom - top, 1) + "\"/>" + line("border", left, bottom, right, bottom) +
             text_at(is_of_score() ? kLeft + 10 : x, top + 10, "mark", marks_.bands[i].mark);
    }
    return out + "\n";
  }

  std::string bar(const std::string& css_class, double x, const Interval& interval) const {
    constexpr double kCap = 3;
    const double low = y(interval.low);
    const double high = y(interval.high);
    return line(css_class, x, low, x, high) + line(css_class, x - kCap, low, x + kCap, low) +
           line(css_class, x - kCap, high, x + kCap, high) + "<circle class=\"" + css_class + "\" cx=\"" +
           fixed_text(x, 1) + "\" cy=\"" + fixed_text(y(interval.estimate), 1) + "\" r=\"3\"/>\n";
  }

  static std::string path(const std::string& css_class, const std::string& points) {
    return points.empty() ? "" : "<polyline class=\"" + css_class + "\" points=\"" + points + "\"/>\n";
  }

  static std::string point(double x, double y) { return fixed_text(x, 1) + "," + fixed_text(y, 1) + " "; }

  /// The means of the staff bots if marks are by score, else what each should reach against the others by its
  /// Elo.
  std::string staff() const {
    std::string out;
    std::string means;
    for (std::size_t place = 0; place < scale_.bots.size(); ++place) {
      const rules::StaffBot& bot = scale_.bots[place];
      if (bot.games == 0) {
        continue;
      }
      if (is_of_score()) {
        out += bar("staff", columns_[place].x, bot.level);
        means += point(columns_[place].x, y(bot.level.estimate));
        continue;
      }
      std::string points;
      for (const Column& column : columns_) {
        points += column.level
                      ? point(column.x, y(comparison::points_of_elo(bot.level.estimate - *column.level)))
                      : "";
      }
      out += path("staff", points);
    }
    return path("staff", means) + out;
  }

  std::string own() const {
    std::string bars;
    std::string points;
    for (const Column& column : columns_) {
      if (!column.opponent) {
        continue;
      }
      const std::string name = is_of_score() ? "" : marks_.opponents[*column.opponent].text();
      const auto found = std::ranges::find(mark_.against, name, &ScoredMark::Against::opponent);
      if (found != mark_.against.end()) {
        bars += bar(kOwn, column.x, {found->mean, found->low, found->high});
        points += point(column.x, y(found->mean));
      }
    }
    return path(kOwn, points) + bars;
  }

  const ScoredMark& mark_;
  const Marks& marks_;
  const rules::StaffScale& scale_;
  std::vector<Column> columns_;
};

}  // namespace

std::string marks_chart(const ScoredMark& mark, const Marks& marks, const rules::StaffScale& scale) {
  return Drawing(mark, marks, scale).svg();
}

}  // namespace referee::score
