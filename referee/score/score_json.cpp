#include <algorithm>
#include <cmath>

#include "protocol/server.h"
#include "referee/score/score_formats.h"
#include "referee/score/score_parts.h"
#include "referee/score/score_text.h"

namespace referee::score {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// A variable that Classroom's runner sets, or `otherwise`: no value may be empty.
std::string from_runner(const char* variable, const std::string& otherwise = "") {
  return env_or(variable, otherwise.empty() ? "local" : otherwise);
}

/// "2026-11-20T08:00:00.000Z" to the second.
std::string to_the_second(const std::string& utc) { return utc.size() > 19 ? utc.substr(0, 19) + "Z" : utc; }

OrderedJson head_of(const ScoreReport& report) {
  const std::string commit = from_runner("COMMIT_URL");
  OrderedJson result;
  result["schema"] = "classroom50/result/v1";
  result["classroom"] = from_runner("CLASSROOM");
  result["assignment"] = from_runner("ASSIGNMENT", report.rubric);
  result["owner"] = from_runner("OWNER", report.submission);
  result["assignment_type"] = from_runner("ASSIGNMENT_TYPE", "individual");
  result["submission"] = from_runner("SUBMISSION_TAG", report.submission);
  result["commit"] = commit;
  result["release"] = from_runner("RELEASE_URL");
  result["review"] = from_runner("REVIEW_URL", commit);
  result["datetime"] = to_the_second(report.started);
  return result;
}

using OrderedJson = nlohmann::ordered_json;

OrderedJson text_or_null(const std::string& text) {
  return text.empty() ? OrderedJson(nullptr) : OrderedJson(text);
}

OrderedJson mark_json(const ScoredMark& mark) {
  OrderedJson json = {{"mark", mark.mark},
                      {"undecided", mark.is_undecided()},
                      {"possible", mark.possible},
                      {"promise", mark.promise},
                      {"against", OrderedJson::array()}};
  for (const ScoredMark::Against& against : mark.against) {
    json["against"].push_back({{"opponent", text_or_null(against.opponent)},
                               {"mean", number(against.mean)},
                               {"low", number(against.low)},
                               {"high", number(against.high)},
                               {"games", against.games},
                               {"asked", against.asked}});
  }
  return json;
}

/// Everybody may see what is left of a masked item; a whole item has its own visibility.
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
  if (item.mark) {
    test["extra_data"]["mark"] = mark_json(*item.mark);
  }
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
  extra["referee"] = protocol::kServer.substr(protocol::kServer.find(' ') + 1);
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

using OrderedJson = nlohmann::ordered_json;

OrderedJson fault_json(const FirstFault& fault) {
  return {{"verdict", fault.verdict},
          {"turn", fault.turn},
          {"message", fault.message},
          {"view", text_or_null(fault.view)},
          {"answer", text_or_null(fault.answer)}};
}

OrderedJson game_json(const ScoredGame& game) {
  const bool played = !game.scores.empty();
  OrderedJson scores = OrderedJson::array();
  for (const double score : game.scores) {
    scores.push_back(number(score));
  }
  OrderedJson json;
  json["id"] = game.id;
  json["instance"] = game.instance;
  json["seat"] = game.seat;
  json["opponents"] = game.opponents;
  json["scores"] = std::move(scores);
  json["rank"] = played ? OrderedJson(game.rank) : OrderedJson(nullptr);
  json["result"] = game.result;
  json["faults"] = game.faults;
  json["first_fault"] = game.fault ? fault_json(*game.fault) : OrderedJson(nullptr);
  json["ended"] = text_or_null(game.how_bot_ended);
  json["stderr_tail"] = text_or_null(game.stderr_tail);
  json["record"] = text_or_null(game.record);
  json["replay"] = text_or_null(game.replay);
  json["seconds"] = number(game.seconds);
  return json;
}

/// A withheld item has no games, only the kinds of faults and its mark.
OrderedJson item_json(const ScoredItem& item) {
  OrderedJson json;
  json["number"] = item.number;
  json["name"] = item.name;
  json["visibility"] = name_of(item.visibility);
  json["withheld"] = item.withheld;
  json["status"] = name_of(item.status);
  json["points"] = number(item.points);
  json["max_points"] = number(item.max_points);
  json["fault_kinds"] = fault_kinds(item);
  json["mark"] = item.mark ? mark_json(*item.mark) : OrderedJson(nullptr);
  if (item.withheld) {
    return json;
  }
  json["why_not"] = text_or_null(item.why_not);
  json["measured"] = text_or_null(item.measured);
  json["games"] = OrderedJson::array();
  for (const ScoredGame& game : item.games) {
    json["games"].push_back(game_json(game));
  }
  json["seconds"] = number(item.seconds);
  return json;
}

OrderedJson build_json(const prepare::BuildReport& build) {
  OrderedJson json = {{"ok", build.ok},
                      {"command", text_or_null(build.command)},
                      {"problem", text_or_null(build.problem)},
                      {"output", build.output},
                      {"seconds", number(build.seconds)}};
  if (!build.provided.empty()) {
    json["provided"] = build.provided;
  }
  return json;
}

OrderedJson board_json(const ScoreReport& report) {
  OrderedJson lines = OrderedJson::array();
  for (const LeaderboardLine& line : report.leaderboard) {
    lines.push_back(
        {{"name", line.name}, {"value", number(line.value)}, {"more_is_better", line.more_is_better}});
  }
  return lines;
}

}  // namespace

std::string classroom_json(const ScoreReport& report) {
  const std::vector<WholePoints> whole = whole_points(report);
  WholePoints sum;
  OrderedJson tests = OrderedJson::array();
  for (std::size_t i = 0; i < report.items.size(); ++i) {
    const ScoredItem& item = report.items[i];
    sum.points += whole[i].points;
    sum.max_points += whole[i].max_points;
    tests.push_back({{"test-name", item.number + ". " + item.name},
                     {"passed", item.status == ItemStatus::full},
                     {"score", whole[i].points},
                     {"max-score", whole[i].max_points},
                     {"reason", item.withheld ? explained(item) : reason_of(item)}});
  }
  OrderedJson result = head_of(report);
  result["score"] = sum.points;
  result["max-score"] = sum.max_points;
  result["tests"] = std::move(tests);
  return dumped(result);
}

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
  // The output of the run may show hidden items.
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

ScoredMark read_mark(const OrderedJson& json) {
  ScoredMark mark;
  mark.mark = json.at("mark").get<std::string>();
  mark.possible = json.at("possible").get<std::vector<std::string>>();
  mark.promise = json.at("promise").get<std::string>();
  for (const OrderedJson& against : json.at("against")) {
    const OrderedJson& opponent = against.at("opponent");
    mark.against.push_back({opponent.is_null() ? "" : opponent.get<std::string>(),
                            against.at("mean").get<double>(), against.at("low").get<double>(),
                            against.at("high").get<double>(), against.at("games").get<std::int64_t>(),
                            against.at("asked").get<std::string>()});
  }
  return mark;
}

std::string score_json(const ScoreReport& report) {
  OrderedJson json;
  json["score"] = 1;
  json["rubric"] = report.rubric;
  json["game"] = report.game;
  json["submission"] = report.submission;
  json["command"] = report.command;
  json["seed"] = report.seed ? OrderedJson(*report.seed) : OrderedJson(nullptr);
  json["sandbox"] = report.sandbox;
  json["started"] = report.started;
  json["seconds"] = number(report.seconds);
  json["finished"] = report.finished;
  json["points"] = number(report.points);
  json["max_points"] = number(report.max_points);
  json["threshold"] = number(report.threshold);
  json["met"] = report.met();
  json["build"] = report.build ? build_json(*report.build) : OrderedJson(nullptr);
  json["items"] = OrderedJson::array();
  for (const ScoredItem& item : report.items) {
    json["items"].push_back(item_json(item));
  }
  json["leaderboard"] = board_json(report);
  return dumped(json);
}

}  // namespace referee::score
