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

constexpr double kLeft = 34;
constexpr double kRight = 310;
constexpr double kTop = 12;
constexpr double kBottom = 140;
constexpr double kHalfBand = 12;  // of the width of a band at its opponent
constexpr const char* kOwn = "own";

std::string text_at(double x, double y, const std::string& css_class, const std::string& text) {
  return "<text class=\"" + css_class + "\" x=\"" + fixed_text(x, 1) + "\" y=\"" + fixed_text(y, 1) + "\">" +
         html::escaped(text) + "</text>";
}

std::string line(const std::string& css_class, double x1, double y1, double x2, double y2) {
  return "<path class=\"" + css_class + "\" d=\"M" + fixed_text(x1, 1) + " " + fixed_text(y1, 1) + "L" +
         fixed_text(x2, 1) + " " + fixed_text(y2, 1) + "\"/>";
}

/// A line through points, and at each of them its interval.
class Curve {
 public:
  explicit Curve(std::string css_class) : css_class_(std::move(css_class)) {}

  void add(double x, double y) {
    path_ += (path_.empty() ? "M" : "L") + fixed_text(x, 1) + " " + fixed_text(y, 1);
  }
  void add_bar(double x, double low, double y, double high) {
    add(x, y);
    bars_ += line(css_class_, x, low, x, high) + "<circle class=\"" + css_class_ + "\" cx=\"" +
             fixed_text(x, 1) + "\" cy=\"" + fixed_text(y, 1) + "\" r=\"3\"/>";
  }
  std::string svg() const {
    return path_.empty() ? "" : "<path class=\"" + css_class_ + "\" d=\"" + path_ + "\"/>" + bars_ + "\n";
  }

 private:
  std::string css_class_;
  std::string path_;
  std::string bars_;
};

class Drawing {
 public:
  Drawing(const ScoredMark& mark, const Marks& marks, const rules::StaffScale& scale)
      : mark_(mark), marks_(marks), scale_(scale) {
    for (std::size_t place = 0; place < scale.bots.size(); ++place) {
      names_.push_back(rules::staff_name(place));
    }
    for (const MarkOpponent& opponent : marks.opponents) {
      if (opponent.staff.empty()) {
        names_.push_back(is_of_score() ? kOwn : opponent.text());
      }
    }
  }

  std::string svg() const {
    return "<svg class=\"marks-chart\" viewBox=\"0 0 320 165\" role=\"img\" aria-label=\"the numbers are in "
           "the "
           "table of marks\">" +
           axes() + bands() + staff() + own() + "</svg>\n";
  }

 private:
  bool is_of_score() const { return marks_.seats == 1; }

  /// The staff bots from the weakest to the strongest, then opponents that are none of them.
  double x(std::size_t column) const {
    constexpr double kInset = 16;
    const double steps = std::max(static_cast<double>(names_.size()) - 1, 1.0);
    return kLeft + kInset + static_cast<double>(column) / steps * (kRight - kLeft - 2 * kInset);
  }
  double x_of(std::size_t opponent) const {
    const MarkOpponent& one = marks_.opponents[opponent];
    const std::string name = !one.staff.empty() ? one.staff : is_of_score() ? kOwn : one.text();
    return x(static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin()));
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
    for (std::size_t column = 0; column < names_.size(); ++column) {
      out += text_at(x(column), kBottom + 15, "name", printable(names_[column], 10));
    }
    return out;
  }

  /// A band reaches from its border to the next one at the same opponent.
  std::string bands() const {
    std::string out;
    const auto& borders = marks_.terms.borders;
    for (std::size_t i = 0; i < borders.size(); ++i) {
      double top = kTop;
      for (std::size_t better = 0; better < i; ++better) {
        top =
            borders[better].opponent == borders[i].opponent ? y(marks_.value_of(borders[better].share)) : top;
      }
      const double middle = x_of(borders[i].opponent);
      const double left = is_of_score() ? kLeft : middle - kHalfBand;
      const double right = is_of_score() ? kRight : middle + kHalfBand;
      const double bottom = y(marks_.value_of(borders[i].share));
      out += "<rect class=\"band band-" + std::to_string(i % 2) + "\" x=\"" + fixed_text(left, 1) +
             "\" y=\"" + fixed_text(top, 1) + "\" width=\"" + fixed_text(right - left, 1) + "\" height=\"" +
             fixed_text(bottom - top, 1) + "\"/>" + line("ruler", left, bottom, right, bottom) +
             text_at(is_of_score() ? kLeft + 10 : middle, top + 10, "mark", marks_.bands[i].mark);
    }
    return out;
  }

  /// The means of the staff bots if marks are by score, else what each should reach against the others by its
  /// Elo.
  std::string staff() const {
    std::string out;
    Curve means("staff");
    for (std::size_t place = 0; place < scale_.bots.size() && scale_.bots[place].games > 0; ++place) {
      const Interval& level = scale_.bots[place].level;
      if (is_of_score()) {
        means.add_bar(x(place), y(level.low), y(level.estimate), y(level.high));
        continue;
      }
      Curve expected("staff");
      for (std::size_t other = 0; other < scale_.bots.size(); ++other) {
        const double difference = level.estimate - scale_.bots[other].level.estimate;
        expected.add(x(other), y(comparison::points_of_elo(difference)));
      }
      out += expected.svg();
    }
    return out + means.svg();
  }

  std::string own() const {
    Curve curve(kOwn);
    for (std::size_t opponent = marks_.opponents.size(); opponent > 0; --opponent) {
      const std::string name = is_of_score() ? "" : marks_.opponents[opponent - 1].text();
      const auto seen = std::ranges::find(mark_.against, name, &ScoredMark::Against::opponent);
      if (seen != mark_.against.end()) {
        curve.add_bar(x_of(opponent - 1), y(seen->low), y(seen->mean), y(seen->high));
      }
    }
    return curve.svg();
  }

  const ScoredMark& mark_;
  const Marks& marks_;
  const rules::StaffScale& scale_;
  std::vector<std::string> names_;  // of the columns
};

}  // namespace

std::string marks_chart(const ScoredMark& mark, const Marks& marks, const rules::StaffScale& scale) {
  return Drawing(mark, marks, scale).svg();
}

std::string marks_chart_note(const Marks& marks) {
  return std::string("A point is a mean, a bar its interval. ") +
         (marks.seats == 1
              ? "Areas are the bands. Grey: the mean scores of the staff bots, the weakest first."
              : "The shaded part above an opponent is the band that a share there reaches. Grey: "
                "what each staff bot should reach by its Elo, with the usual options of the game.");
}

}  // namespace referee::score
