#include "referee/score/score_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>

#include "protocol/fields.h"
#include "referee/base/text.h"
#include "referee/report/standings_page.h"
#include "referee/score/game_values.h"
#include "referee/score/score_report.h"

namespace referee::score {
namespace {

constexpr double kRounding = 1e-9;  // equal sums of points differ by less than this

/// What an item adds to the sum.
struct Part {
  std::size_t item = 0;
  double points = 0;
  double max_points = 0;
};

std::vector<Part> parts_of_report(const ScoreReport& report) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < report.items.size(); ++i) {
    parts.push_back({i, report.items[i].points, report.items[i].max_points});
  }
  if (!best_counts(report)) {
    return parts;
  }
  std::ranges::stable_sort(parts, {}, &Part::max_points);
  double below = 0;
  for (Part& part : parts) {
    const double top = part.max_points;
    part.max_points = top - below;
    part.points = std::clamp(report.points - below, 0.0, part.max_points);
    below = top;
  }
  return parts;
}

/// The beginning of `line`, at most `limit` bytes that end behind a word; a word that is longer is cut.
std::string whole_words(const std::string& line, std::size_t limit) {
  std::string part = fields::brief_text(line, limit);
  const std::size_t space = part.rfind(' ');
  if (part.size() < line.size() && line[part.size()] != ' ' && space != std::string::npos && space > 0) {
    part.resize(space + 1);
  }
  return part;
}

bool stays(const ScoredItem& item, bool publishes_later) {
  return item.visibility == Visibility::visible ||
         (item.visibility == Visibility::after_published && publishes_later);
}

/// Copies the members that a student may see: so a member that is added later is withheld until it is added
/// here.
ScoredItem masked(const ScoredItem& item) {
  ScoredItem left;
  left.number = item.number;
  left.name = item.name;
  left.visibility = item.visibility;
  left.points = item.points;
  left.max_points = item.max_points;
  left.status = item.status;
  left.withheld = true;
  if (item.mark) {
    left.mark = ScoredMark{item.mark->mark, item.mark->possible, {}, item.mark->promise};
    left.measured = measured_text(*left.mark);
  }
  for (const ScoredGame& game : item.games) {
    if (game.fault) {
      ScoredGame kind;
      kind.fault.emplace().verdict = game.fault->verdict;
      left.games.push_back(std::move(kind));
    }
  }
  return left;
}

}  // namespace

std::string_view name_of(ItemStatus status) {
  constexpr std::array<std::string_view, 4> kNames{"not_played", "full", "partial", "none"};
  return kNames.at(static_cast<std::size_t>(status));
}

std::string points_text(double points, double max_points) {
  return decimal_text(points) + " of " + decimal_text(max_points) + " points";
}

std::string reason_of(const ScoredItem& item) {
  if (item.status == ItemStatus::not_played) {
    return "not played" + (item.why_not.empty() ? "" : ": " + item.why_not);
  }
  std::string reason = points_text(item.points, item.max_points);
  return item.measured.empty() ? reason : reason.append(": ").append(explained(item));
}

std::string mark_text(const ScoredMark& mark) {
  std::string text = mark.mark;
  for (const std::string& possible : mark.possible) {
    if (mark.is_undecided()) {
      text += (&possible == mark.possible.data() ? ", undecided between " : " and ") + possible;
    }
  }
  return text;
}

std::string measured_text(const ScoredMark& mark) {
  std::string text = "mark " + mark_text(mark);
  for (const ScoredMark::Against& against : mark.against) {
    const bool of_score = against.opponent.empty();
    text += of_score ? "; mean score " : "; against " + against.opponent + " ";
    text += short_text(against.mean) + (of_score ? "" : " of the points") + " in " +
            counted(static_cast<std::size_t>(against.games), "game") + " (" + short_text(against.low) +
            " to " + short_text(against.high) + "; " + against.asked + ")";
  }
  return text;
}

std::string explained(const ScoredItem& item) {
  const std::string measured = item.mark ? item.measured + ". " + item.mark->promise : item.measured;
  const std::string hidden = withheld_text(item);
  return hidden.empty() || measured.empty() ? hidden + measured : hidden + "; " + measured;
}

std::string withheld_text(const ScoredItem& item) {
  if (!item.withheld) {
    return "";
  }
  return item.visibility == Visibility::hidden ? "hidden" : "not yet published";
}

std::vector<std::string> fault_kinds(const ScoredItem& item) {
  std::vector<std::string> kinds;
  for (const ScoredGame& game : item.games) {
    if (game.fault && std::ranges::find(kinds, game.fault->verdict) == kinds.end()) {
      kinds.push_back(game.fault->verdict);
    }
  }
  return kinds;
}

std::optional<std::string> breakdown_of(const ScoredItem& item) {
  if (item.status == ItemStatus::full) {
    return std::nullopt;
  }
  constexpr std::array<std::string_view, 3> kOut{"disconnected", "no_show", "forfeited"};
  for (const std::string& kind : fault_kinds(item)) {
    if (std::ranges::find(kOut, kind) != kOut.end()) {
      return kind;
    }
  }
  return std::nullopt;
}

bool is_gradable(const ScoreReport& report) {
  const bool played = std::ranges::any_of(
      report.items, [](const ScoredItem& item) { return item.status != ItemStatus::not_played; });
  return played || (report.build && !report.build->ok);
}

bool best_counts(const ScoreReport& report) {
  double sum = 0;
  for (const ScoredItem& item : report.items) {
    sum += item.max_points;
  }
  return sum > report.max_points + kRounding;
}

std::string line_of(std::string_view text, std::size_t limit) {
  const std::string line = escaped(text.size() <= limit ? text : fields::brief_text(text, limit), "\\");
  if (text.size() <= limit && line.size() <= limit) {
    return line;
  }
  constexpr std::size_t kParagraph = 400;  // bytes: below it, the cell of a table says only that it is cut
  const std::string why = limit < kParagraph ? std::string(kCut)
                                             : std::string(kCut) + " (the beginning of " +
                                                   std::to_string(text.size()) + " bytes)";
  std::string cut = fields::brief_text(line, limit - why.size());
  if (const std::size_t space = cut.rfind(' '); space != std::string::npos && space > cut.size() / 2) {
    cut.resize(space + 1);
  }
  return cut.append(why);
}

std::string labelled(std::string_view label, std::string line) {
  constexpr std::size_t kLabel = 12;
  std::string begin = "  " + std::string(label);
  std::string out;
  do {
    begin.resize(kLabel, ' ');
    const std::string part = whole_words(line, kWidth - kLabel);
    line.erase(0, part.size());
    out += begin + part + "\n";
    begin.clear();
  } while (!line.empty());
  return out;
}

nlohmann::ordered_json number(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  constexpr double kMillion = 1e6;
  if (std::abs(value) >= kExact) {
    return value;
  }
  const double rounded = std::round(value * kMillion) / kMillion;
  if (rounded == std::trunc(rounded)) {
    return static_cast<std::int64_t>(rounded);
  }
  return rounded;
}

std::string dumped(const nlohmann::ordered_json& json) {
  return escaped_json(json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) + "\n";
}

std::string env_or(const char* name, std::string fallback) {
  const char* const value = std::getenv(name);
  return value == nullptr || *value == '\0' ? std::move(fallback) : value;
}

std::vector<WholePoints> whole_points(const ScoreReport& report) {
  std::vector<WholePoints> whole(report.items.size());
  WholePoints given;
  double points = 0;
  double max_points = 0;
  for (const Part& part : parts_of_report(report)) {
    points += part.points;
    max_points += part.max_points;
    WholePoints& item = whole[part.item];
    item.max_points = std::llround(max_points) - given.max_points;
    item.points = std::min<std::int64_t>(std::llround(points) - given.points, item.max_points);
    given.points += item.points;
    given.max_points += item.max_points;
  }
  // Where the greatest points are not integers, rounding may give an item more than its greatest points: the
  // rest goes to the next items that have room.
  for (WholePoints& item : whole) {
    const std::int64_t more =
        std::min<std::int64_t>(item.max_points - item.points, std::llround(points) - given.points);
    item.points += more;
    given.points += more;
  }
  return whole;
}

ScoredItem for_student(const ScoredItem& item, bool publishes_later) {
  return stays(item, publishes_later) ? item : masked(item);
}

ScoreReport for_student(const ScoreReport& report, bool publishes_later) {
  ScoreReport seen = report;
  for (ScoredItem& item : seen.items) {
    item = for_student(item, publishes_later);
  }
  if (std::ranges::any_of(seen.items, &ScoredItem::withheld)) {
    seen.seed.reset();
  }
  return seen;
}

}  // namespace referee::score
