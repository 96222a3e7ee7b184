#include "referee/score/score_formats.h"
#include "referee/score/score_parts.h"

namespace referee::score {
namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson text_or_null(const std::string& text) {
  return text.empty() ? OrderedJson(nullptr) : OrderedJson(text);
}

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

/// Of a withheld item there are no games, only the kinds of faults.
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

OrderedJson build_json(const BuildReport& build) {
  return {{"ok", build.ok},
          {"command", text_or_null(build.command)},
          {"problem", text_or_null(build.problem)},
          {"output", build.output},
          {"seconds", number(build.seconds)}};
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
