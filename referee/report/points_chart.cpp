#include "referee/report/points_chart.h"

#include <algorithm>
#include <cmath>

#include "referee/base/text.h"
#include "referee/report/crosstable.h"
#include "referee/report/html_parts.h"
#include "referee/report/standings_page.h"

namespace referee {
namespace {

// Measures of the drawing, in its own units; the page scales it to its width.
constexpr double kWidth = 760;
constexpr double kHeight = 340;
constexpr double kLeft = 44;
constexpr double kRight = 590;  // the end of the lines; names stand behind
constexpr double kTop = 14;
constexpr double kBottom = 300;
constexpr double kLineOfText = 15;
constexpr std::size_t kShownName = 20;  // characters, of a name beside its line
constexpr int kMostTicks = 12;

/// The places of rounds and points in the drawing.
struct Axes {
  int rounds = 1;
  double points = 1;  ///< at the top

  double x(int round) const { return kLeft + (kRight - kLeft) * round / rounds; }
  double y(double value) const { return kBottom - (kBottom - kTop) * value / points; }
};

std::string at(double coordinate) { return fixed_text(coordinate, 1); }

/// 1, 2, 5, 10, 20 ...: the least of them with at most kMostTicks up to `greatest`.
int tick_step(int greatest) {
  int step = 1;
  for (int power = 1;; power *= 10) {
    for (const int digit : {1, 2, 5}) {
      step = digit * power;
      if (greatest / step <= kMostTicks) {
        return step;
      }
    }
  }
}

std::string text_at(double x, double y, std::string_view css_class, std::string_view content) {
  std::string out = "<text class=\"";
  out.append(css_class).append("\" x=\"").append(at(x)).append("\" y=\"").append(at(y)).append("\">");
  return out.append(content).append("</text>\n");
}

std::string ruler(double x1, double y1, double x2, double y2) {
  return "<line class=\"ruler\" x1=\"" + at(x1) + "\" y1=\"" + at(y1) + "\" x2=\"" + at(x2) + "\" y2=\"" +
         at(y2) + "\"/>\n";
}

std::string rulers(const Axes& axes) {
  std::string out;
  const auto most = static_cast<int>(axes.points);
  for (int points = 0; points <= most; points += tick_step(most)) {
    out += ruler(kLeft, axes.y(points), kRight, axes.y(points)) +
           text_at(kLeft - 8, axes.y(points) + 4, "left", std::to_string(points));
  }
  for (int round = 0; round <= axes.rounds; round += tick_step(axes.rounds)) {
    out += text_at(axes.x(round), kBottom + 18, "below", std::to_string(round));
  }
  return out + text_at((kLeft + kRight) / 2, kBottom + 36, "below", "Rounds");
}

/// "l3": the colour of a line, and of its name.
std::string colour_of(std::size_t place) {
  return place < kNamedLines ? std::string("l").append(std::to_string(place)) : "other";
}

std::string line_of(const Axes& axes, const PointsByRound::Line& line, std::size_t place) {
  std::string corners;
  for (std::size_t round = 0; round < line.after.size(); ++round) {
    corners.append(round == 0 ? "" : " ").append(at(axes.x(static_cast<int>(round)))).append(",");
    corners.append(at(axes.y(line.after[round].value())));
  }
  return "<polyline class=\"" + colour_of(place) + "\" points=\"" + corners + "\"><title>" +
         html::escaped(line.name) + ": " + line.after.back().text() + "</title></polyline>\n";
}

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

/// The names of the first lines at the ends of these, moved apart so that none covers another. All stay in
/// the drawing: it has room for kNamedLines names.
std::string names(const Axes& axes, const PointsByRound& points) {
  std::string out;
  double lowest = kTop - kLineOfText;
  const std::size_t named = std::min(points.lines.size(), kNamedLines);
  for (std::size_t place = 0; place < named; ++place) {
    const double end = axes.y(points.lines[place].after.back().value());
    const double room_below = kLineOfText * static_cast<double>(named - place - 1);
    const double y = std::max(lowest + kLineOfText, std::min(end, kBottom - room_below));
    out += text_at(kRight + 10, y + 4, colour_of(place), html::escaped(short_name(points.lines[place].name)));
    lowest = y;
  }
  return out;
}

std::string description(const PointsByRound& points) {
  std::string text = "Points after each of " + std::to_string(points.rounds) + " rounds. At the end: ";
  for (std::size_t place = 0; place < std::min(points.lines.size(), kNamedLines); ++place) {
    text.append(place == 0 ? "" : ", ").append(html::escaped(points.lines[place].name)).append(" ");
    text.append(points.lines[place].after.back().text());
  }
  if (points.lines.size() > kNamedLines) {
    const std::size_t others = points.lines.size() - kNamedLines;
    text.append(", and ").append(std::to_string(others)).append(others == 1 ? " other" : " others");
  }
  return text + ".";
}

}  // namespace

PointsByRound points_by_round(const StandingsPage& page) {
  std::vector<bool> annulled(page.rows.size());
  for (const StandingsRow& row : page.rows) {
    annulled[row.entrant] = row.annulled;
  }
  std::vector<std::vector<Points>> after(page.rows.size(), {Points()});  // by entrant
  PointsByRound points;
  for (std::size_t round = 0; round < page.history.rounds.size(); ++round) {
    for (std::vector<Points>& sums : after) {
      sums.push_back(sums.back());
    }
    for (const auto& [encounter, games] : page.history.rounds[round]) {
      const EncounterState state = state_of(page.rules(), encounter, games);
      const bool counts = encounter.stage == 0 && state.decided &&
                          std::ranges::none_of(encounter.entrants, [&](Entrant e) { return annulled[e]; });
      for (std::size_t i = 0; counts && i < encounter.entrants.size(); ++i) {
        after[encounter.entrants[i]].back() += state.points[i];
        points.rounds = static_cast<int>(round) + 1;
      }
    }
  }
  const std::vector<std::string> labels = labels_of(page);
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    const StandingsRow& row = page.rows[i];
    if (!row.annulled) {
      after[row.entrant].resize(static_cast<std::size_t>(points.rounds) + 1);
      points.lines.push_back({labels[i], std::move(after[row.entrant])});
    }
  }
  return points;
}

std::string points_chart_html(const StandingsPage& page) {
  const PointsByRound points = points_by_round(page);
  if (points.rounds == 0 || points.lines.empty()) {
    return "";
  }
  Axes axes{points.rounds, 1};
  for (const PointsByRound::Line& line : points.lines) {
    axes.points = std::max(axes.points, std::ceil(line.after.back().value()));
  }
  std::string out = "<h2>Points by round</h2>\n<div class=\"chart\">\n<svg viewBox=\"0 0 " + at(kWidth) +
                    " " + at(kHeight) + "\" role=\"img\" aria-labelledby=\"chart-title chart-text\">\n";
  out += "<title id=\"chart-title\">Points by round</title>\n<desc id=\"chart-text\">" + description(points) +
         "</desc>\n" + rulers(axes);
  for (std::size_t place = points.lines.size(); place > 0; --place) {  // so that the first line is on top
    out += line_of(axes, points.lines[place - 1], place - 1);
  }
  return out + names(axes, points) + "</svg>\n</div>\n";
}

}  // namespace referee
