#include <algorithm>
#include <cmath>

#include "referee/score/score_formats.h"
#include "referee/score/score_parts.h"
#include "referee/score/score_text.h"

namespace referee::score {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// Masked, everybody may see what is left; whole, only those may for whom it is.
std::string_view visibility_of(const ScoredItem& item) {
  return name_of(item.withheld ? Visibility::visible : item.visibility);
}

OrderedJson test_json(const ScoredItem& item, const std::string& game) {
  OrderedJson test;
  test["score"] = number(item.points);
  test["max_score"] = number(item.max_points);
  test["status"] = item.status == ItemStatus::full ? "passed" : "failed";
  test["name"] = item.name;
  test["name_format"] = "text";
  test["number"] = item.number;
  test["output"] = text_of(item);
  test["output_format"] = "text";
  test["tags"] = OrderedJson::array({game});
  test["visibility"] = visibility_of(item);
  test["extra_data"] = OrderedJson::object({{"status", name_of(item.status)}, {"faults", fault_kinds(item)}});
  return test;
}

OrderedJson leaderboard_json(const ScoreReport& report) {
  OrderedJson lines = OrderedJson::array();
  for (const LeaderboardLine& line : report.leaderboard) {
    lines.push_back({{"name", line.name},
                     {"value", number(line.value)},
                     {"order", line.more_is_better ? "desc" : "asc"}});
  }
  return lines;
}

OrderedJson extra_json(const ScoreReport& report) {
  OrderedJson extra;
  extra["referee"] = "0.1";
  extra["rubric"] = report.rubric;
  extra["game"] = report.game;
  extra["sandbox"] = report.sandbox;
  extra["started"] = report.started;
  extra["finished"] = report.finished;
  if (report.seed) {
    extra["seed"] = *report.seed;
  }
  return extra;
}

}  // namespace

std::string gradescope_json(const ScoreReport& report) {
  const bool all_visible = std::ranges::all_of(
      report.items, [](const ScoredItem& item) { return item.visibility == Visibility::visible; });
  OrderedJson results;
  results["score"] = number(report.points);
  results["execution_time"] = std::llround(report.seconds);
  results["output"] = text_of(report);
  results["output_format"] = "text";
  results["test_output_format"] = "text";
  results["test_name_format"] = "text";
  results["visibility"] = "visible";
  // What is printed while it runs may tell of hidden items.
  results["stdout_visibility"] = all_visible ? "visible" : "hidden";
  results["extra_data"] = extra_json(report);
  results["tests"] = OrderedJson::array();
  for (const ScoredItem& item : report.items) {
    results["tests"].push_back(test_json(item, report.game));
  }
  if (!report.leaderboard.empty()) {
    results["leaderboard"] = leaderboard_json(report);
  }
  return dumped(results);
}

}  // namespace referee::score
