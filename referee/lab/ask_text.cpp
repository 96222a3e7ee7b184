#include "referee/lab/ask_text.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/fields.h"
#include "protocol/verdict.h"
#include "referee/base/text.h"
#include "referee/base/text_table.h"

namespace referee {
namespace {

using nlohmann::json;
using protocol::Verdict;

constexpr std::size_t kShownAnswer = 32;   // bytes of an answer in the table
constexpr std::size_t kNamedTurns = 30;    // numbers of turns in a sentence
constexpr std::size_t kShownReasons = 20;  // lines of reasons, then and now

std::string milliseconds(Microseconds time) {
  return fixed_text(static_cast<double>(time.count()) / 1000, 3);
}

std::string shown(const std::string& answer) {
  return answer.empty() ? "-" : fields::brief_text(answer, kShownAnswer);
}

/// "legal", or what was wrong with the new answer in a word or two.
std::string word_for(const NewAnswer& now) {
  switch (now.kind) {
    case NewAnswer::Kind::silent:
      return "no answer";
    case NewAnswer::Kind::gone:
      return "gone";
    case NewAnswer::Kind::answered:
      break;
  }
  const bool legal = now.answer.verdict == Verdict::ok;
  return (legal ? "legal" : std::string(protocol::name_of(now.answer.verdict))) +
         (now.ruling == Ruling::in_time ? "" : ", late");
}

/// "12, 30, 31": at most kNamedTurns of them.
std::string list_of(std::span<const std::int64_t> turns) {
  std::string list;
  for (std::size_t i = 0; i < std::min(turns.size(), kNamedTurns); ++i) {
    list += (i == 0 ? "" : ", ") + std::to_string(turns[i]);
  }
  return list + (turns.size() > kNamedTurns ? ", ..." : "");
}

std::string turns_text(std::size_t count) { return counted(count, "turn"); }

/// Why answers were no moves, then and now: a line each, and how many more there are.
std::string reasons_of(const AskReport& report) {
  std::vector<std::string> lines;
  for (const AskedTurn& turn : report.turns) {
    const std::string number = "turn " + std::to_string(turn.number);
    if (turn.then.verdict != Verdict::ok) {
      lines.push_back(number + " then: " + std::string(protocol::name_of(turn.then.verdict)) + ": " +
                      turn.then.fault);
    }
    if (turn.now.answer.verdict != Verdict::ok) {
      lines.push_back(number + " now: " + word_for(turn.now) + ": " + turn.now.answer.fault);
    }
    if (turn.now.ruling != Ruling::in_time) {
      lines.push_back(number + " now: too late by the clock of the record: " +
                      ms_text(turn.now.answer.spent) + ", " + ms_text(turn.now.left) + " were left");
    }
  }
  std::string text;
  for (std::size_t i = 0; i < std::min(lines.size(), kShownReasons); ++i) {
    text += printable(lines[i]) + "\n";
  }
  if (lines.size() > kShownReasons) {
    text += "and " + std::to_string(lines.size() - kShownReasons) + " more\n";
  }
  return text.empty() ? "" : "\n" + text;
}

/// "same answers cost 8.100 ms then, 7.500 ms now"; empty if there are none.
std::string cost_text(const AskReport& report, bool differing) {
  const AskCost cost = cost_of(report, differing);
  if (cost.turns == 0) {
    return "";
  }
  return std::string("; ") + (differing ? "different" : "same") + " answers cost " + ms_text(cost.then) +
         " then, " + ms_text(cost.now) + " now";
}

json ids(std::span<const std::int64_t> turns) { return json(std::vector(turns.begin(), turns.end())); }

/// JSON of an answer's text; null for none.
json value_of(const std::string& text) { return text.empty() ? json() : json::parse(text); }

json json_of_then(const AskedTurn& turn) {
  const bool ok = turn.then.verdict == Verdict::ok;
  return {{"answer", value_of(turn.then_text)},
          {"verdict", protocol::name_of(turn.then.verdict)},
          {"fault", ok ? json() : json(turn.then.fault)},
          {"charged_us", turn.then.spent.count()}};
}

json json_of_now(const AskedTurn& turn) {
  const NewAnswer& now = turn.now;
  const bool legal = now.answer.verdict == Verdict::ok;
  const bool answered = now.kind == NewAnswer::Kind::answered;
  return {{"answer", value_of(turn.now_text)},
          {"legal", legal},
          {"verdict", answered ? json(protocol::name_of(now.answer.verdict)) : json()},
          {"fault", legal ? json() : json(now.answer.fault)},
          {"late", now.ruling != Ruling::in_time},
          {"cpu_us", now.cpu.count()},
          {"wall_us", now.wall.count()},
          {"left_us", now.left.count()}};
}

}  // namespace

std::string table_of(const AskReport& report) {
  TextTable table({"turn", "", "then", "verdict", "now", "verdict", "ms then", "cpu ms", "wall ms"}, 6);
  for (const AskedTurn& turn : report.turns) {
    table.add({std::to_string(turn.number), turn.differs() ? "differs" : "", shown(turn.then_text),
               std::string(protocol::name_of(turn.then.verdict)), shown(turn.now_text), word_for(turn.now),
               milliseconds(turn.then.spent), milliseconds(turn.now.cpu), milliseconds(turn.now.wall)});
  }
  return table.text();
}

std::string summary_of(const AskReport& report, const AskedRecord& record) {
  const auto differing = report.differing();
  const auto late = report.late();
  std::string text = reasons_of(report) + "\n" + turns_text(report.turns.size()) + ", ";
  text += differing.empty() ? "none differs"
                            : std::to_string(differing.size()) + " " +
                                  (differing.size() == 1 ? "differs" : "differ") + ": " + list_of(differing);
  text += cost_text(report, false) + cost_text(report, true);
  text += report.measure == Measure::cpu ? " (processor time)\n" : " (wall time)\n";
  if (!late.empty()) {
    text += "now too late by the clock of the record: " + list_of(late) + "\n";
  }
  if (report.had_past) {
    text +=
        "the bot says \"resume\", so it first got the earlier turns as \"past\"; its time includes reading "
        "them\n";
  }
  if (report.broken_off() && report.turns.size() < report.to_ask) {
    text += "the bot stopped: " + turns_text(report.to_ask - report.turns.size()) + " not asked\n";
  }
  if (record.result().is_void) {
    text += printable("the recorded game does not count: " + record.result().why) + "\n";
  }
  return text;
}

json json_of(const AskReport& report, const AskedRecord& record) {
  json turns = json::array();
  for (const AskedTurn& turn : report.turns) {
    turns.push_back({{"turn", turn.number},
                     {"differs", turn.differs()},
                     {"then", json_of_then(turn)},
                     {"now", json_of_now(turn)}});
  }
  const AskCost same = cost_of(report, false);
  const AskCost different = cost_of(report, true);
  return {{"match", record.spec().id},
          {"game", record.spec().game->name},
          {"seat", record.seat()},
          {"player", record.players()[record.seat()]},
          {"measure", name_of(report.measure)},
          {"void", record.result().is_void},
          {"past", report.had_past},
          {"to_ask", report.to_ask},
          {"differing", ids(report.differing())},
          {"late", ids(report.late())},
          {"same_us", {{"then", same.then.count()}, {"now", same.now.count()}}},
          {"different_us", {{"then", different.then.count()}, {"now", different.now.count()}}},
          {"turns", std::move(turns)}};
}

}  // namespace referee
