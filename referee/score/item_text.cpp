#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "protocol/fields.h"
#include "referee/base/text.h"
#include "referee/base/text_block.h"
#include "referee/base/text_table.h"
#include "referee/report/standings_page.h"
#include "referee/score/score_parts.h"
#include "referee/score/score_text.h"

namespace referee::score {
namespace {

constexpr std::size_t kMaxText = 4000;    // bytes of a message, or of a measure's text
constexpr std::size_t kMaxView = 1500;    // bytes of a view or an answer: the record has all of it
constexpr std::size_t kMaxReplay = 4000;  // bytes: a command that is cut cannot be run
constexpr std::size_t kMaxRows = 100;     // of the table of games

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

/// Bytes of the longest texts in the columns of games.
struct Columns {
  std::size_t instance = 0;
  std::size_t against = 0;
  std::size_t result = 0;
};
constexpr Columns kWhole{40, 40, 60};
constexpr Columns kNarrow{14, 18, 26};  // a line has at most 100 columns then

TextTable games_table(const std::vector<ScoredGame>& games, bool with_opponents, const Columns& most) {
  std::vector<std::string> head{"game", "instance", "against", "result", "first fault", "seat", "faults"};
  if (!with_opponents) {
    head.erase(head.begin() + 2);
  }
  const std::size_t left = head.size() - 2;
  TextTable table(std::move(head), left);
  for (std::size_t i = 0; i < std::min(games.size(), kMaxRows); ++i) {
    const ScoredGame& game = games[i];
    std::vector<std::string> row{line_of(game.id, 6), line_of(game.instance, most.instance)};
    if (with_opponents) {
      row.push_back(line_of(opponents_text(game), most.against));
    }
    row.push_back(game.scores.empty() ? "not played" : line_of(game.result, most.result));
    row.push_back(game.fault ? line_of(game.fault->verdict, 12) : "");
    row.push_back(std::to_string(game.seat));
    row.push_back(std::to_string(game.faults));
    table.add(std::move(row));
  }
  return table;
}

std::string games_text(const std::vector<ScoredGame>& games) {
  constexpr std::size_t kColumns = 100;  // of a terminal
  const std::optional<std::string> against = common_opponents(games);
  std::string rows = games_table(games, !against, kWhole).text();
  if (rows.find('\n') > kColumns) {  // all lines of a table are as wide as its head
    rows = games_table(games, !against, kNarrow).text();
  }
  std::string out = against && !against->empty() ? labelled("against", line_of(*against, kMaxText)) : "";
  out += rows;
  return games.size() <= kMaxRows ? out
                                  : out + "  and " + std::to_string(games.size() - kMaxRows) + " more\n";
}

std::string stderr_text(const ScoredGame& game) {
  std::string head = "  stderr";
  if (game.stderr_cut) {
    head += "    its last lines";
    head += game.stderr_file.empty() ? "" : "; all of it is in " + line_of(game.stderr_file, kMaxReplay);
  }
  return head + "\n" + text_block(game.stderr_tail);
}

/// One kind of fault in all matches of an item.
struct KindOfItem {
  FaultKind first;   // of the first match with this kind
  std::string game;  // that match
  std::int64_t count = 0;
  int games = 0;
};

std::vector<KindOfItem> kinds_of(const ScoredItem& item) {
  std::vector<KindOfItem> kinds;
  for (const ScoredGame& game : item.games) {
    for (const FaultKind& kind : game.fault_kinds) {
      auto found = std::ranges::find_if(
          kinds, [&](const KindOfItem& known) { return known.first.verdict == kind.verdict; });
      if (found == kinds.end()) {
        found = kinds.insert(found, {kind, game.id});
      }
      found->count += kind.count;
      ++found->games;
    }
  }
  return kinds;
}

/// The match that is described in full: the first with a fault, else the first.
const ScoredGame& told_game(const ScoredItem& item) {
  const auto faulty =
      std::ranges::find_if(item.games, [](const ScoredGame& game) { return game.fault.has_value(); });
  return faulty == item.games.end() ? item.games.front() : *faulty;
}

/// Each kind of fault with its count, its reason, and where it was first. The reason that fault_text() tells
/// is left out.
std::string kinds_text(const ScoredItem& item) {
  const std::vector<KindOfItem> kinds = kinds_of(item);
  if (kinds.size() == 1 && kinds.front().count == 1) {
    return "";  // fault_text() says it
  }
  std::string out;
  for (const KindOfItem& kind : kinds) {
    std::string line(name_of(kind.first.verdict));
    line += ": " + times_text(kind.count);
    line += kind.games > 1 ? " in " + std::to_string(kind.games) + " games" : "";
    line += (kind.count > 1 ? ", first in game " : ", in game ") + kind.game + ", turn " +
            std::to_string(kind.first.first_turn);
    const auto& fault = told_game(item).fault;
    line += fault && fault->message == kind.first.reason ? "" : ": " + kind.first.reason;
    out += labelled(out.empty() ? "faults" : "", line_of(line, kMaxText));
  }
  return out;
}

std::string fault_text(const std::string& game, const FirstFault& fault) {
  std::string head =
      "game " + line_of(game, 8) + ", turn " + std::to_string(fault.turn) + ": " + line_of(fault.verdict, 20);
  std::string out = labelled("fault", head.append(": ").append(line_of(fault.message, kMaxText)));
  if (!fault.view.empty()) {
    out += labelled("view", line_of(fault.view, kMaxView));
  }
  return out + labelled("answer", fault.answer.empty() ? "none" : line_of(fault.answer, kMaxView));
}

std::string told(const ScoredGame& game) {
  std::string out = game.fault ? fault_text(game.id, *game.fault) : "";
  if (!game.how_bot_ended.empty()) {
    out += labelled("ended", line_of(game.how_bot_ended, kMaxText));
  }
  // Each of the two in one line, for people to copy and run.
  if (!game.replay.empty()) {
    out += "  replay    " + line_of(game.replay, kMaxReplay) + "\n";
  }
  if (!game.record.empty()) {
    out += "  record    " + line_of(game.record, kMaxReplay) + "\n";
  }
  return game.stderr_tail.empty() ? out : out + stderr_text(game);
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

std::string details_of(const ScoredItem& item) {
  if (item.withheld) {
    std::string kinds;
    for (const std::string& kind : fault_kinds(item)) {
      kinds += (kinds.empty() ? "" : ", ") + line_of(kind, 20);
    }
    return kinds.empty() ? "" : labelled("faults", kinds);
  }
  return item.games.empty() ? "" : games_text(item.games) + kinds_text(item) + told(told_game(item));
}

std::string text_of(const ScoredItem& item) {
  std::string out = head_of(item);
  if (!item.withheld && !item.why_not.empty()) {
    out += labelled("why", line_of(item.why_not, kMaxText));
  }
  if (!item.measured.empty()) {
    out += labelled("measured", line_of(item.measured, kMaxText));
  }
  if (item.mark) {
    out += labelled("promise", line_of(item.mark->promise, kMaxText));
  }
  return out + details_of(item);
}

}  // namespace referee::score
