#include "referee/score/score_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "protocol/fields.h"
#include "referee/base/escaped.h"
#include "referee/base/number_text.h"
#include "referee/report/standings_parts.h"

namespace referee::score {
namespace {

constexpr double kRounding = 1e-9;  // sums of points that are equal differ by less

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
  return item.measured.empty() ? reason : reason.append(": ").append(item.measured);
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
  const std::string line = escaped(text.size() <= limit ? text : fields::brief_text(text, limit));
  return text.size() <= limit && line.size() <= limit
             ? line
             : fields::brief_text(line, limit - kCut.size()).append(kCut);
}

std::string labelled(std::string_view label, std::string line) {
  constexpr std::size_t kLabel = 12;
  std::string begin = "  " + std::string(label);
  std::string out;
  do {
    begin.resize(kLabel, ' ');
    const std::string part = fields::brief_text(line, kWidth - kLabel);
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
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

std::string env_or(const char* name, std::string fallback) {
  const char* const value = std::getenv(name);
  return value == nullptr || *value == '\0' ? std::move(fallback) : value;
}

}  // namespace referee::score
