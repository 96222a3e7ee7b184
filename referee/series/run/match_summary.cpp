#include "referee/series/run/match_summary.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "protocol/sha256.h"
#include "protocol/verdict.h"
#include "referee/base/files.h"
#include "referee/base/shown_result.h"
#include "referee/base/text.h"
#include "referee/base/text_block.h"
#include "referee/base/text_table.h"
#include "referee/clocks/clock_text.h"
#include "referee/record/fault_kinds.h"
#include "referee/record/record_lines.h"
#include "referee/report/standings_page.h"
#include "referee/series/series_text.h"

namespace referee {
namespace {

std::string mean_text(Microseconds used, std::int64_t turns) {
  return turns == 0 ? "-" : ms_figure(used / turns);
}

/// "late 2, illegal 1", or "-".
std::string faults_text(const MatchResult::Seat& seat, const std::vector<FaultKind>& kinds) {
  const auto counts = fault_counts(seat, kinds);
  std::string text;
  for (std::size_t verdict = 1; verdict < counts.size(); ++verdict) {
    if (counts[verdict] > 0) {
      text += (text.empty() ? "" : ", ") + std::string(name_of(static_cast<protocol::Verdict>(verdict))) +
              " " + std::to_string(counts[verdict]);
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
  const std::string& words = played.bot_stderr[seat].text();
  if (words.empty()) {
    return "";
  }
  const std::string file = files == nullptr ? "" : files->stderr_path(played.job.seats[seat].name).string();
  const std::string head = "  stderr of " + printable(played.result.seats[seat].player);
  const bool ended_badly = !played.how_bots_ended[seat].empty();
  if (ended_badly && has_several_lines(words)) {
    const std::string shown = tail_of(words, kShownStderr);
    const bool cut = shown.size() < words.size();
    const std::string rest = file.empty() ? "" : "; all of it is in " + escaped(file, "\\");
    return head + (cut ? ", its last lines" + rest : "") + "\n" + text_block(shown);
  }
  const bool has_fault = played.result.seats[seat].faults() > 0;
  return has_fault && !ended_badly && !file.empty() ? head + " is in " + escaped(file, "\\") + "\n" : "";
}

/// "alice was absent", "alice and bob were absent"
std::string absent_text(const MatchResult& result) {
  std::string names;
  for (std::size_t i = 0; i < result.no_show.size(); ++i) {
    names += (i == 0                           ? ""
              : i + 1 == result.no_show.size() ? " and "
                                               : ", ") +
             printable(result.seats[result.no_show[i]].player);
  }
  return names + (result.no_show.size() == 1 ? " was absent" : " were absent");
}

/// Why a player whose program has not ended in a bad way did not come.
std::string why_absent(const MatchResult& result, std::size_t seat) {
  const auto found = std::ranges::find(result.no_show, seat);
  const auto place = static_cast<std::size_t>(found - result.no_show.begin());
  return place < result.why_absent.size() && !result.why_absent[place].empty()
             ? result.why_absent[place]
             : "it was not connected when the game began";
}

/// What there is to say about a seat beside its line of the table.
std::string seat_text(const PlayedAttempt& played, std::size_t seat, const RecordFiles* files) {
  const std::string& player = played.result.seats[seat].player;
  std::string text;
  if (const std::string& end = played.how_bots_ended[seat]; !end.empty()) {
    text += "  " + escaped(player + " ended with " + end, "\\") + "\n";
  } else if (std::ranges::find(played.result.no_show, seat) != played.result.no_show.end()) {
    text += "  " + escaped(player + " was absent: " + why_absent(played.result, seat), "\\") + "\n";
  }
  return text + stderr_text(played, seat, files);
}

std::string table_of(const MatchResult& result, const ShownResult& shown,
                     const std::vector<std::vector<FaultKind>>& kinds) {
  const bool alone = result.seats.size() == 1;
  std::vector<std::string> head = {"seat",  "bot",     "rank",     shown.what,
                                   "turns", "mean ms", "worst ms", "faults"};
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
    row.insert(row.end(), {shown.values[seat], std::to_string(line.turns), mean_text(line.used, line.turns),
                           ms_figure(line.worst), faults_text(line, kinds[seat])});
    table.add(row);
  }
  return table.text();
}

}  // namespace

std::string summary_of(const PlayedAttempt& played, const RecordFiles* files) {
  const MatchResult& result = played.result;
  std::string text = played.job.spec.id + ": ";
  const std::string record = "  record  " + escaped(played.record.string()) + "\n";
  const auto kinds = fault_kinds_of(result);
  if (result.is_void) {
    text += "does not count: " + escaped(result.why, "\\") + "\n";
    for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
      text += reasons_text(result.seats[seat].player, kinds[seat]);
    }
    return text + record;
  }
  if (result.no_show.empty()) {
    text +=
        counted(result.turns, "turn") +
        (result.given_turns > 0 ? " after " + std::to_string(result.given_turns) + " recorded ones" : "") +
        "\n";
  } else {
    text += "not played: " + absent_text(result) + "\n";
  }
  text +=
      table_of(result, shown_result(played.job.spec.game->decided_by, result.outcome, result.scores), kinds);
  if (std::ranges::any_of(result.seats, &MatchResult::Seat::late_turns)) {
    text += "  clock   " + limits_text(played.job.spec.clock) + "; --clock gives other times\n";
  }
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    text += reasons_text(result.seats[seat].player, kinds[seat]) + seat_text(played, seat, files);
    if (const WallOver& over = result.seats[seat].wall_over; over.count > 0) {
      text += "  warning: " + printable(result.seats[seat].player) + ": " +
              wall_over_text(over, "at turn " + std::to_string(over.first_turn)) + "\n";
    }
  }
  return text + record;
}

}  // namespace referee
