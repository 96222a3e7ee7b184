#include "referee/report/match_summary.h"

#include <algorithm>
#include <cstdio>

#include "protocol/line_writer.h"
#include "protocol/verdict.h"
#include "referee/report/text_table.h"

namespace referee {
namespace {

std::string ms_text(Microseconds time) {
  std::string text(32, '\0');
  const int size = std::snprintf(text.data(), text.size(), "%.3f", static_cast<double>(time.count()) / 1000);
  text.resize(static_cast<std::size_t>(size));
  return text;
}

std::string mean_text(Microseconds used, std::int64_t turns) {
  return turns == 0 ? "-" : ms_text(used / turns);
}

std::string score_text(double score) { return protocol::dump(protocol::numbers({score}).front()); }

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

}  // namespace

std::string summary_of(const Series::Game& game) {
  const MatchResult& result = game.result;
  std::string text = game.match + ": ";
  if (result.is_void) {
    return text + "void: " + result.why + "\n  record  " + game.record.string() + "\n";
  }
  text += result.no_show.empty() ? std::to_string(result.turns) + " turns\n"
                                 : "not played, players did not come\n";
  TextTable table({"seat", "bot", "rank", "score", "turns", "mean ms", "worst ms", "faults"}, 2);
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const MatchResult::Seat& line = result.seats[seat];
    table.add({std::to_string(seat), line.player, std::to_string(result.rank[seat]),
               score_text(result.scores[seat]), std::to_string(line.turns), mean_text(line.used, line.turns),
               ms_text(line.worst), faults_text(line)});
  }
  text += table.text();
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const std::string& end = game.how_bots_ended[game.contender_at[seat]];
    if (!end.empty()) {
      text += "  " + result.seats[seat].player + " ended with " + end + "\n";
    }
  }
  return text + "  record  " + game.record.string() + "\n";
}

SeriesTotals::SeriesTotals(const std::vector<Contender>& contenders) {
  for (const Contender& contender : contenders) {
    lines_.push_back({.name = contender.name});
  }
}

void SeriesTotals::add(const Series::Game& game) {
  for (std::size_t seat = 0; seat < game.contender_at.size(); ++seat) {
    const MatchResult::Seat& played = game.result.seats[seat];
    Line& line = lines_[game.contender_at[seat]];
    line.name = played.player;
    ++line.games;
    line.firsts += game.result.rank[seat] == 1 ? 1 : 0;
    line.score += game.result.scores[seat];
    line.faults += played.faults();
    line.turns += played.turns;
    line.used += played.used;
    line.worst = std::max(line.worst, played.worst);
  }
}

std::string SeriesTotals::text() const {
  std::vector<Line> sorted = lines_;
  std::ranges::stable_sort(sorted, std::greater{}, &Line::score);
  TextTable table({"bot", "games", "first", "score", "turns", "mean ms", "worst ms", "faults"}, 1);
  for (const Line& line : sorted) {
    table.add({line.name, std::to_string(line.games), std::to_string(line.firsts), score_text(line.score),
               std::to_string(line.turns), mean_text(line.used, line.turns), ms_text(line.worst),
               std::to_string(line.faults)});
  }
  return table.text();
}

}  // namespace referee
