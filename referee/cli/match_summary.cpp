#include "referee/cli/match_summary.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "protocol/sha256.h"
#include "protocol/verdict.h"
#include "referee/base/files.h"
#include "referee/base/text.h"
#include "referee/base/text_block.h"
#include "referee/base/text_table.h"
#include "referee/match/fault_kinds.h"
#include "referee/match/record_lines.h"
#include "referee/net/clock_text.h"
#include "referee/report/standings_page.h"

namespace referee {
namespace {

std::string ms_figure(Microseconds time) { return fixed_text(static_cast<double>(time.count()) / 1000, 3); }

std::string mean_text(Microseconds used, std::int64_t turns) {
  return turns == 0 ? "-" : ms_figure(used / turns);
}

/// "late 2, illegal 1", or "-".
std::string faults_text(const MatchResult::Seat& seat) {
  std::string text;
  for (std::size_t verdict = 1; verdict < seat.by_verdict.size(); ++verdict) {
    if (seat.by_verdict[verdict] > 0) {
      text += (text.empty() ? "" : ", ") + std::string(name_of(static_cast<protocol::Verdict>(verdict))) +
              " " + std::to_string(seat.by_verdict[verdict]);
    }
  }
  return text.empty() ? "-" : text;
}

/// Each kind of fault with its count, the turn of the first one, and its reason.
std::string reasons_text(const std::string& player, const std::vector<FaultKind>& kinds) {
  std::string text = kinds.empty() ? "" : "  faults of " + printable(player) + "\n";
  for (const FaultKind& kind : kinds) {
    text += "    " + std::string(name_of(kind.verdict)) + ": " + times_text(kind.count) +
            (kind.count > 1 ? ", first at turn " : ", at turn ") + std::to_string(kind.first_turn);
    text += kind.reason.empty() ? "\n" : ": " + escaped(kind.reason, "\\") + "\n";
  }
  return text;
}

constexpr std::size_t kShownStderr = 16 * 1024;

bool has_several_lines(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end != std::string_view::npos && text.find_first_not_of("\r\n", end) != std::string_view::npos;
}

/// What a bot wrote to standard error: all of it after a bad end, whose message has the last line already;
/// otherwise the place of the file, if the bot has a fault.
std::string stderr_text(const PlayedAttempt& played, std::size_t seat, const RecordFiles* files) {
  const std::string& words = played.bot_stderr[seat];
  if (words.empty()) {
    return "";
  }
  const std::string file = files == nullptr ? "" : files->stderr_path(played.job.seats[seat].name).string();
  const std::string head = "  stderr of " + printable(played.result.seats[seat].player);
  const bool ended_badly = !played.how_bots_ended[seat].empty();
  if (ended_badly && has_several_lines(words)) {
    const std::string shown = tail_of(words, kShownStderr);
    const bool cut = shown.size() < words.size();
    const std::string rest = file.empty() ? "" : "; the rest is in " + escaped(file, "\\");
    return head + (cut ? ", the end of it" + rest : "") + "\n" + text_block(shown);
  }
  const bool has_fault = played.result.seats[seat].faults() > 0;
  return has_fault && !ended_badly && !file.empty() ? head + " is in " + escaped(file, "\\") + "\n" : "";
}

/// What there is to say about a seat beside its line of the table.
std::string seat_text(const PlayedAttempt& played, std::size_t seat, const RecordFiles* files) {
  const std::string& player = played.result.seats[seat].player;
  std::string text;
  if (const std::string& end = played.how_bots_ended[seat]; !end.empty()) {
    text += "  " + escaped(player + " ended with " + end, "\\") + "\n";
  } else if (std::ranges::find(played.result.no_show, seat) != played.result.no_show.end()) {
    text += "  " + printable(player) + " did not come: it was not connected when the match began\n";
  }
  return text + stderr_text(played, seat, files);
}

std::string table_of(const MatchResult& result) {
  const bool alone = result.seats.size() == 1;
  std::vector<std::string> head = {"seat", "bot", "rank", "score", "turns", "mean ms", "worst ms", "faults"};
  if (alone) {
    head.erase(head.begin() + 2);
  }
  TextTable table(head, 2);
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const MatchResult::Seat& line = result.seats[seat];
    std::vector<std::string> row = {std::to_string(seat), line.player};
    if (!alone) {
      row.push_back(std::to_string(result.rank[seat]));
    }
    row.insert(row.end(), {score_text(result.scores[seat]), std::to_string(line.turns),
                           mean_text(line.used, line.turns), ms_figure(line.worst), faults_text(line)});
    table.add(row);
  }
  return table.text();
}

}  // namespace

std::string summary_of(const PlayedAttempt& played, const RecordFiles* files) {
  const MatchResult& result = played.result;
  std::string text = played.job.spec.id + ": ";
  const std::string record = "  record  " + escaped(played.record.string()) + "\n";
  if (result.is_void) {
    return text + "void: " + escaped(result.why, "\\") + "\n" + record;
  }
  if (result.no_show.empty()) {
    text += std::to_string(result.turns) + " turns\n";
  } else {
    text += result.seats.size() == 1 ? "not played, its player did not come\n"
                                     : "not played, players did not come\n";
  }
  text += table_of(result);
  if (std::ranges::any_of(result.seats, &MatchResult::Seat::late_turns)) {
    text += "  clock   " + limits_text(played.job.spec.clock) + "; --clock sets others\n";
  }
  const auto kinds = fault_kinds_of(result);
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    text += reasons_text(result.seats[seat].player, kinds[seat]) + seat_text(played, seat, files);
  }
  return text + record;
}

SeriesTotals::Line& SeriesTotals::line_of(const std::string& player) {
  const auto found = std::ranges::find(lines_, player, &Line::name);
  return found != lines_.end() ? *found : lines_.emplace_back(Line{.name = player});
}

void SeriesTotals::add(const MatchResult& result) {
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const MatchResult::Seat& played = result.seats[seat];
    Line& line = line_of(played.player);
    ++line.games;
    line.firsts += result.rank[seat] == 1 ? 1 : 0;
    const double score = result.scores[seat];
    line.score += score;
    line.least = line.games == 1 ? score : std::min(line.least, score);
    line.greatest = line.games == 1 ? score : std::max(line.greatest, score);
    line.faults += played.faults();
    line.turns += played.turns;
    line.used += played.used;
    line.worst = std::max(line.worst, played.worst);
  }
}

std::string SeriesTotals::running_mean() const {
  const Line& line = lines_.front();
  const bool several = lines_.size() == 1 && line.games > 1;
  return several ? "  mean of " + std::to_string(line.games) + " games  " + fixed_text(line.mean(), 3) + "\n"
                 : "";
}

std::string SeriesTotals::text_of_one(const Line& line) const {
  TextTable table(
      {"bot", "games", "mean score", "least", "greatest", "turns", "mean ms", "worst ms", "faults"}, 1);
  table.add({line.name, std::to_string(line.games), fixed_text(line.mean(), 3), score_text(line.least),
             score_text(line.greatest), std::to_string(line.turns), mean_text(line.used, line.turns),
             ms_figure(line.worst), std::to_string(line.faults)});
  return table.text();
}

std::string SeriesTotals::text() const {
  if (lines_.size() == 1) {
    return text_of_one(lines_.front());
  }
  std::vector<Line> sorted = lines_;
  std::ranges::stable_sort(sorted, std::greater{}, &Line::score);
  TextTable table({"bot", "games", "first", "score", "turns", "mean ms", "worst ms", "faults"}, 1);
  for (const Line& line : sorted) {
    table.add({line.name, std::to_string(line.games), std::to_string(line.firsts), score_text(line.score),
               std::to_string(line.turns), mean_text(line.used, line.turns), ms_figure(line.worst),
               std::to_string(line.faults)});
  }
  return table.text();
}

void RepeatedGames::add(std::string_view record) {
  protocol::Sha256 played;
  for (RecordLines lines(record); lines.next();) {
    const nlohmann::json& json = lines.json();
    if (json.contains("players")) {
      played.add(json.at("players").dump() + "\n");
    } else if (json.contains("answers")) {
      for (const nlohmann::json& answer : json.at("answers")) {
        played.add(answer.value("verdict", "") + " " + answer.value("move", nlohmann::json()).dump() + "\n");
      }
    }
  }
  ++games_;
  different_.insert(played.hex());
}

std::string RepeatedGames::text() const {
  const int different = static_cast<int>(different_.size());
  if (games_ == different) {
    return "";
  }
  return "note: only " + std::to_string(different) + " of these " + std::to_string(games_) + " games " +
         (different == 1 ? "is" : "are") +
         " different, the others repeat them move for move: bots that always answer alike learn\n"
         "nothing from more games. Give them another opponent, or options or seeds that change\n";
}

}  // namespace referee
