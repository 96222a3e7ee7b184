#include <algorithm>
#include <cmath>
#include <numeric>

#include "referee/base/text.h"
#include "referee/report/crosstable.h"
#include "referee/report/html_parts.h"
#include "referee/report/html_sections.h"
#include "referee/report/points_by_round.h"

// A chart of points by round, or of the mean score by instance: a line for each entrant. It is as wide as its
// place: the lines are stretched, the texts beside them are not.
namespace referee::html {
namespace {

constexpr std::size_t kNamed = 8;       // lines in colour and with their names
constexpr std::size_t kShownName = 20;  // characters, of a name beside its line
constexpr double kWhole = 1000;         // the width and height of the lines' own coordinates
constexpr double kPercent = 100;
constexpr double kLineOfText = 5.5;     // the height of a name, in percent of the chart
constexpr double kMostSteps = 6;        // between the marks of values
constexpr std::size_t kMostMarks = 12;  // below the chart

/// The numbers of the chart: all lines have values at the same marks.
struct Chart {
  struct Line {
    Entrant entrant = 0;
    std::string name;
    std::vector<std::optional<double>> values;
  };
  std::string title;
  std::string unit;            ///< what the marks count: "round"
  std::size_t first_mark = 0;  ///< its number
  std::size_t marks = 2;       ///< at least 2
  std::vector<Line> lines;     ///< in the order of the standings
};

Chart points_of(const StandingsPage& page) {
  const PointsByRound points = points_by_round(page);
  Chart chart{"Points after each round", "round", 0, static_cast<std::size_t>(points.rounds) + 1, {}};
  for (const PointsByRound::Line& line : points.lines) {
    Chart::Line& drawn = chart.lines.emplace_back(Chart::Line{line.entrant, line.name, {}});
    std::ranges::transform(line.after, std::back_inserter(drawn.values),
                           [](Points after) { return after.value(); });
  }
  return chart;
}

Chart means_of(const StandingsPage& page) {
  Chart chart{"Mean score after each instance", "instance", 1, 0, {}};
  const std::vector<std::string> labels = labels_of(page);
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    chart.lines.push_back({page.rows[i].entrant, labels[i], page.rows[i].field->running_average()});
    chart.marks = std::max(chart.marks, chart.lines.back().values.size());
  }
  return chart;
}

/// Steps of 1, 2 or 5 times a power of ten that divide [low, high] into a few parts.
std::vector<double> marks_of(double low, double high) {
  const double least = high > low ? (high - low) / kMostSteps : 1;
  const double power = std::pow(10, std::floor(std::log10(least)));
  double step = 10 * power;
  for (const double factor : {5, 2, 1}) {
    step = factor * power >= least * 0.9999 ? factor * power : step;
  }
  const double from = std::floor(low / step + 1e-9);
  const double to = std::max(from + 1, std::ceil(high / step - 1e-9));
  std::vector<double> marks;
  for (double mark = from; mark <= to; ++mark) {
    marks.push_back(mark * step);
  }
  return marks;
}

/// Heights for names that would stand at `wanted`, apart from each other, in the order of `wanted`.
std::vector<double> spread(const std::vector<double>& wanted) {
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::size_t index) { return wanted[index]; });
  std::vector<double> placed(wanted.size());
  double least = 0;
  for (const std::size_t index : order) {
    placed[index] = std::max(wanted[index], least);
    least = placed[index] + kLineOfText;
  }
  double most = kPercent;
  for (auto index = order.rbegin(); index != order.rend(); ++index) {
    placed[*index] = std::min(placed[*index], most);
    most = placed[*index] - kLineOfText;
  }
  return placed;
}

std::string number_text(double value) { return decimal_text(value); }

/// A name shortened to the room that it has; no character is cut apart.
std::string short_name(const std::string& name) {
  std::size_t characters = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool begins = (static_cast<unsigned char>(name[i]) & 0xc0U) != 0x80U;
    if (begins && characters++ == kShownName) {
      return name.substr(0, i) + "\u2026";
    }
  }
  return name;
}

class LineDrawing {
 public:
  explicit LineDrawing(const Chart& chart) : chart_(chart) {
    double low = 0;
    double high = 0;
    bool first = chart.first_mark > 0;  // points begin at 0, means anywhere
    for (const Chart::Line& line : chart.lines) {
      for (const std::optional<double>& value : line.values) {
        if (value) {
          low = first ? *value : std::min(low, *value);
          high = first ? *value : std::max(high, *value);
          first = false;
        }
      }
    }
    marks_ = marks_of(low, high);
  }

  std::string html() const {
    return "<figure class=\"chart\">\n<div class=\"plot\">\n" + values_html() + lines_html() + names_html() +
           rounds_html() + "</div>\n<figcaption class=\"visually-hidden\">" + chart_.title +
           "</figcaption>\n</figure>\n";
  }

 private:
  double down(double value, double whole) const {
    return whole - (value - marks_.front()) / (marks_.back() - marks_.front()) * whole;
  }
  double along(std::size_t mark, double whole) const {
    return whole * static_cast<double>(mark) / static_cast<double>(chart_.marks - 1);
  }

  std::string values_html() const {
    std::string out = "<svg class=\"values\" aria-hidden=\"true\">";
    for (const double mark : marks_) {
      out += "<text x=\"100%\" y=\"" + fixed_text(down(mark, kPercent), 1) + "%\" dy=\"0.35em\">" +
             number_text(mark) + "</text>";
    }
    return out + "</svg>\n";
  }

  std::string path_of(const Chart::Line& line) const {
    std::string path;
    bool joined = false;
    for (std::size_t mark = 0; mark < line.values.size(); ++mark) {
      if (line.values[mark]) {
        path += (joined ? "L" : "M") + fixed_text(along(mark, kWhole), 0) + " " +
                fixed_text(down(*line.values[mark], kWhole), 0);
      }
      joined = line.values[mark].has_value();
    }
    return path;
  }

  /// The lines, the best entrants' over the others.
  std::string lines_html() const {
    std::string out = "<svg class=\"lines\" role=\"img\"" +
                      attribute("aria-label", chart_.title + "; the same numbers are in the table below") +
                      " viewBox=\"0 0 1000 1000\" preserveAspectRatio=\"none\">";
    for (const double mark : marks_) {
      out += "<path class=\"ruler\" d=\"M0 " + fixed_text(down(mark, kWhole), 0) + "H1000\"/>";
    }
    out += "\n";
    for (std::size_t place = chart_.lines.size(); place > 0; --place) {
      const Chart::Line& line = chart_.lines[place - 1];
      out += "<path class=\"line " +
             (place <= kNamed ? "line-" + std::to_string(place - 1) : std::string("other")) + "\"" +
             attribute("data-entrant", std::to_string(line.entrant)) + " d=\"" + path_of(line) +
             "\"><title>" + escaped(line.name) +
             (line.values.empty() || !line.values.back() ? "" : ": " + number_text(*line.values.back())) +
             "</title></path>\n";
    }
    return out + "</svg>\n";
  }

  std::string names_html() const {
    std::vector<std::size_t> named;
    std::vector<double> wanted;
    for (std::size_t place = 0; place < std::min(kNamed, chart_.lines.size()); ++place) {
      const auto& values = chart_.lines[place].values;
      const auto last =
          std::find_if(values.rbegin(), values.rend(), [](const auto& value) { return value.has_value(); });
      if (last != values.rend()) {
        named.push_back(place);
        wanted.push_back(down(**last, kPercent));
      }
    }
    const std::vector<double> placed = spread(wanted);
    std::string out = "<svg class=\"names\" aria-hidden=\"true\">";
    for (std::size_t i = 0; i < named.size(); ++i) {
      const Chart::Line& line = chart_.lines[named[i]];
      const std::string y = fixed_text(placed[i], 1) + "%";
      out += "<line class=\"line line-" + std::to_string(named[i]) + "\" x1=\"6\" x2=\"18\" y1=\"" + y +
             "\" y2=\"" + y + "\"/><text" + attribute("data-entrant", std::to_string(line.entrant)) +
             " x=\"24\" y=\"" + y + "\" dy=\"0.35em\">" + escaped(short_name(line.name)) + "</text>\n";
    }
    return out + "</svg>\n";
  }

  /// The names where none has room beside the lines.
  std::string legend_html() const {
    std::string out = "<ol class=\"key\">";
    for (std::size_t place = 0; place < std::min(kNamed, chart_.lines.size()); ++place) {
      out += "<li" + attribute("data-entrant", std::to_string(chart_.lines[place].entrant)) +
             "><svg width=\"14\" height=\"10\" aria-hidden=\"true\"><line class=\"line line-" +
             std::to_string(place) + "\" x1=\"1\" x2=\"13\" y1=\"5\" y2=\"5\"/></svg>" +
             foreign(short_name(chart_.lines[place].name)) + "</li>";
    }
    return out + "</ol>\n";
  }

  std::string rounds_html() const {
    std::string out = "<svg class=\"rounds\" aria-hidden=\"true\">";
    const std::size_t each = (chart_.marks + kMostMarks - 1) / kMostMarks;
    for (std::size_t mark = 0; mark < chart_.marks; mark += each) {
      out += "<text x=\"" + fixed_text(along(mark, kPercent), 1) + "%\" y=\"1em\">" +
             std::to_string(mark + chart_.first_mark) + "</text>";
    }
    return out + "<text class=\"unit\" x=\"50%\" y=\"2.4em\">" + chart_.unit + "</text></svg>\n";
  }

  const Chart& chart_;
  std::vector<double> marks_;
};

std::string numbers_table(const StandingsPage& page, const Chart& chart) {
  if (chart.lines.size() * chart.marks > kMostCells) {
    return "";
  }
  std::string head = column("After " + chart.unit, " class=\"name\"");
  for (std::size_t mark = 0; mark < chart.marks; ++mark) {
    head += column(std::to_string(mark + chart.first_mark));
  }
  std::string rows;
  for (const Chart::Line& line : chart.lines) {
    const std::string entrant = std::to_string(line.entrant);
    rows += "<tr data-entrant=\"" + entrant + "\" data-key=\"" + entrant + "\">" +
            name_cell(line.name, "", page.href_of(line.entrant));
    for (std::size_t mark = 0; mark < chart.marks; ++mark) {
      const auto value = mark < line.values.size() ? line.values[mark] : std::nullopt;
      rows += cell(value ? number_text(*value) : "\u2013");
    }
    rows += "</tr>\n";
  }
  return details("As a table", false) +
         table_of({.css_class = "numbers", .label = "Numbers of the chart", .head = head, .rows = rows}) +
         "</details>\n";
}

}  // namespace

std::string chart_part(const StandingsPage& page) {
  const Chart chart = page.layout().entrants_meet ? points_of(page) : means_of(page);
  const bool empty = std::ranges::all_of(chart.lines, [](const Chart::Line& line) {
    return std::ranges::count_if(line.values, [](const auto& value) { return value.has_value(); }) < 2;
  });
  return empty ? "" : LineDrawing(chart).html() + numbers_table(page, chart);
}

}  // namespace referee::html
