#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engines/text_lines.h"
#include "protocol/fields.h"
#include "referee/base/text.h"
#include "referee/base/text_table.h"
#include "referee/report/standings_page.h"
#include "referee/score/score_parts.h"
#include "referee/score/score_text.h"

namespace referee::score {
namespace {

constexpr std::size_t kMaxText = 400;     // bytes of a message, or of a measure's text
constexpr std::size_t kMaxView = 1500;    // bytes of a view or an answer: the record has all of it
constexpr std::size_t kMaxReplay = 4000;  // bytes: a command that is cut cannot be run
constexpr std::size_t kMaxRows = 100;     // of the table of games
constexpr std::size_t kStderrLines = 12;

/// "3 x sample:lightcycle_dumb, smart": the opponents without their seats, equal ones once.
std::string opponents_text(const ScoredGame& game) {
  std::map<std::string, int> count;
  for (const std::string& opponent : game.opponents) {
    ++count[opponent];
  }
  std::string out;
  for (const auto& [opponent, times] : count) {
    out += out.empty() ? "" : ", ";
    out += times > 1 ? std::to_string(times) + " x " + opponent : opponent;
  }
  return out;
}

/// The opponents of all matches; nothing if they differ.
std::optional<std::string> common_opponents(const std::vector<ScoredGame>& games) {
  const std::string first = opponents_text(games.front());
  const bool same =
      std::ranges::all_of(games, [&](const ScoredGame& game) { return opponents_text(game) == first; });
  return same ? std::optional(first) : std::nullopt;
}

std::string games_text(const std::vector<ScoredGame>& games) {
  const std::optional<std::string> against = common_opponents(games);
  std::vector<std::string> head{"game", "instance", "against", "result", "first fault", "seat", "faults"};
  if (against) {
    head.erase(head.begin() + 2);
  }
  const std::size_t left = head.size() - 2;
  TextTable table(std::move(head), left);
  for (std::size_t i = 0; i < std::min(games.size(), kMaxRows); ++i) {
    const ScoredGame& game = games[i];
    std::vector<std::string> row{line_of(game.id, 6), line_of(game.instance, 14)};
    if (!against) {
      row.push_back(line_of(opponents_text(game), 18));
    }
    row.push_back(game.scores.empty() ? "not played" : line_of(game.result, 26));
    row.push_back(game.fault ? line_of(game.fault->verdict, 12) : "");
    row.push_back(std::to_string(game.seat));
    row.push_back(std::to_string(game.faults));
    table.add(std::move(row));
  }
  std::string out = against && !against->empty() ? labelled("against", line_of(*against, kMaxText)) : "";
  out += table.text();
  return games.size() <= kMaxRows ? out
                                  : out + "  and " + std::to_string(games.size() - kMaxRows) + " more\n";
}

/// As line_of(), but keeps backslashes: such a line is ours, and people copy and run it.
std::string copied_line(std::string_view text, std::size_t limit) {
  std::string out = escaped(text, "\\");
  return out.size() <= limit ? out : fields::brief_text(out, limit - kCut.size()).append(kCut);
}

/// Puts a mark before each line, so that no line looks like text of the referee.
std::string stderr_text(const std::string& tail) {
  const std::vector<std::string> lines = engines::lines_of(tail);
  const std::size_t left_out = lines.size() - std::min(lines.size(), kStderrLines);
  std::string out = "  stderr\n";
  for (std::size_t i = left_out; i < lines.size(); ++i) {
    out += "    | " + line_of(lines[i], kMaxBarred) + "\n";
  }
  return out;
}

/// The match that is described in full: the first with a fault, else the first.
const ScoredGame& told_game(const ScoredItem& item) {
  const auto faulty =
      std::ranges::find_if(item.games, [](const ScoredGame& game) { return game.fault.has_value(); });
  return faulty == item.games.end() ? item.games.front() : *faulty;
}

std::string fault_text(const std::string& game, const FirstFault& fault) {
  std::string head =
      "game " + line_of(game, 8) + ", turn " + std::to_string(fault.turn) + ": " + line_of(fault.verdict, 20);
  std::string out = labelled("fault", head.append(": ").append(line_of(fault.message, kMaxText)));
  if (!fault.view.empty()) {
    out += labelled("view", copied_line(fault.view, kMaxView));
  }
  return out + labelled("answer", fault.answer.empty() ? "none" : line_of(fault.answer, kMaxView));
}

std::string told(const ScoredGame& game) {
  std::string out = game.fault ? fault_text(game.id, *game.fault) : "";
  if (!game.how_bot_ended.empty()) {
    out += labelled("ended", line_of(game.how_bot_ended, kMaxText));
  }
  // Each of the two in one line, for people to copy.
  if (!game.replay.empty()) {
    out += "  replay    " + copied_line(game.replay, kMaxReplay) + "\n";
  }
  if (!game.record.empty()) {
    out += "  record    " + copied_line(game.record, kMaxReplay) + "\n";
  }
  return game.stderr_tail.empty() ? out : out + stderr_text(game.stderr_tail);
}

std::string head_of(const ScoredItem& item) {
  const bool played = item.status != ItemStatus::not_played;
  const std::string hidden = withheld_text(item);
  std::string head = line_of(item.number, kNumberWidth) + ". " + line_of(item.name, 45) + ": ";
  head += played ? points_text(item.points, item.max_points) : "not played";
  head += hidden.empty() ? "" : " (" + hidden + ")";
  return played && !item.withheld ? head + ", " + fixed_text(item.seconds, 1) + " s\n" : head + "\n";
}

}  // namespace

std::string text_of(const ScoredItem& item) {
  std::string out = head_of(item);
  if (item.withheld) {
    std::string kinds;
    for (const std::string& kind : fault_kinds(item)) {
      kinds += (kinds.empty() ? "" : ", ") + line_of(kind, 20);
    }
    return kinds.empty() ? out : out + labelled("faults", kinds);
  }
  if (!item.why_not.empty()) {
    out += labelled("why", line_of(item.why_not, kMaxText));
  }
  if (!item.measured.empty()) {
    out += labelled("measured", line_of(item.measured, kMaxText));
  }
  return item.games.empty() ? out : out + games_text(item.games) + told(told_game(item));
}

}  // namespace referee::score
