#include "referee/pages/shown_rounds.h"

#include <algorithm>

#include "referee/base/text.h"
#include "referee/pages/played_match.h"
#include "referee/pages/tournament_tables.h"
#include "referee/report/crosstable.h"
#include "referee/tournament/config/entrant_spec.h"

namespace referee::pages {
namespace {

/// What is to say of a match that has no scores.
std::string state_text(std::string_view status) {
  return status == "running"  ? "live"
         : status == "void"   ? "does not count"
         : status == "struck" ? "cancelled by the arbiter"
                              : "over";
}

std::string scores_text(const PlayedMatch& played) {
  if (!played.deciding.name.empty()) {
    return deciding_text(played.deciding);
  }
  std::string text;
  for (std::size_t i = 0; i < played.scores.size(); ++i) {
    text += (i == 0 ? "" : " : ") + score_text(played.scores[i]);
    if (played.no_show[i]) {
      const std::string& why = played.why_absent[i];
      text += why.empty() ? " (absent)" : " (absent: " + why + ")";
    }
  }
  return text;
}

std::string game_text(const PlayedMatch& played) {
  if (!played.tells_result) {
    return state_text(played.status);
  }
  return scores_text(played) + (played.status == "struck" ? " (cancelled by the arbiter)" : "");
}

RoundList::Game listed_game(const StandingsPage& page, const PlayedMatch& played) {
  RoundList::Game game{.match = played.match, .text = game_text(played)};
  game.href = page.href_of(played.match);
  game.status = played.status == "running" ? "running" : "";
  game.why_not = played.why_not;
  return game;
}

/// A frozen round says who meets, and nothing of how it went.
RoundList::Table without_results(const StandingsPage& page, PlayedEncounter played,
                                 const std::vector<std::string>& names, const BracketRounds& bracket) {
  played.games.clear();
  if (played.encounter.kind == Encounter::Kind::forfeit) {
    played.encounter.kind = Encounter::Kind::play;
  }
  RoundList::Table table = listed_table(page, played, names, bracket);
  table.over = false;
  for (RoundList::Side& side : table.sides) {
    side.points = "";
    side.won = false;
  }
  return table;
}

RoundList::Table shown_table(const TournamentSnapshot& snapshot, const StandingsPage& page,
                             const PlayedEncounter& played, const std::vector<std::string>& names,
                             const BracketRounds& bracket) {
  const bool frozen = snapshot.visibility().is_frozen(played.encounter.round);
  RoundList::Table table =
      frozen ? without_results(page, played, names, bracket) : listed_table(page, played, names, bracket);
  const bool tells_score = played.encounter.instance && !played.games.empty() && !frozen;
  for (const StoredAttempt* attempt : matches_of(snapshot, played.encounter)) {
    RoundList::Game& game = table.games.emplace_back(listed_game(page, played_match(snapshot, *attempt)));
    if (tells_score && played.games.size() == 1) {  // it stands beside the name
      game.text = game.href.empty() ? "" : "Watch";
    }
  }
  return table;
}

/// Marks the side that alone has the best of these scores, if all are known.
void mark_winner(std::vector<RoundList::Side>& sides, const std::vector<std::optional<double>>& scores) {
  if (sides.size() < 2 || scores.size() != sides.size() ||
      !std::ranges::all_of(scores, &std::optional<double>::has_value)) {
    return;
  }
  const auto best = std::ranges::max_element(scores);
  if (std::ranges::count(scores, *best) == 1) {
    sides.at(static_cast<std::size_t>(best - scores.begin())).won = true;
  }
}

RoundList latest_of(const TournamentSnapshot& snapshot, const StandingsPage& page,
                    const std::vector<std::string>& names) {
  RoundList list;
  std::vector<RoundList::Table> tables;
  const std::vector<StoredAttempt>& games = snapshot.content().games;
  for (auto attempt = games.rbegin(); attempt != games.rend() && tables.size() < kMostLatest; ++attempt) {
    const MatchPlace place{attempt->round, attempt->table, attempt->game_no};
    if (&*attempt == snapshot.attempt(attempt->match) && snapshot.encounter(place)) {
      tables.push_back(ladder_game(snapshot, page, *attempt, names));
    }
  }
  if (!tables.empty()) {
    list.rounds.push_back({.number = 0, .hidden = false, .tables = std::move(tables)});
  }
  return list;
}

}  // namespace

std::string ladder_game_title(const TournamentSnapshot& snapshot, const StoredAttempt& attempt) {
  return "Game " + std::to_string(snapshot.kind() == "practice" ? attempt.game_no : attempt.table);
}

RoundList::Table ladder_game(const TournamentSnapshot& snapshot, const StandingsPage& page,
                             const StoredAttempt& attempt, const std::vector<std::string>& names) {
  const PlayedMatch played = played_match(snapshot, attempt);
  RoundList::Table table{.key = attempt.match, .title = ladder_game_title(snapshot, attempt)};
  std::vector<std::optional<double>> known(played.scores.begin(), played.scores.end());
  for (const Entrant entrant : played.entrants) {
    table.sides.push_back({.entrant = entrant, .name = names.at(entrant)});
  }
  for (std::size_t house = 0; house < played.houses; ++house) {
    table.sides.push_back({.entrant = std::nullopt, .name = house_name(house)});
  }
  if (played.tells_result && played.houses == 1) {  // of several, the best score alone is known
    known.push_back(read_ladder_game(attempt.result).house);
  }
  mark_winner(table.sides, known);
  if (!played.deciding.name.empty() && played.houses == 0) {
    known.assign(played.deciding.values.begin(), played.deciding.values.end());
  }
  for (std::size_t side = 0; side < std::min(known.size(), table.sides.size()); ++side) {
    table.sides[side].points = known[side] ? score_text(*known[side]) : "";
  }
  RoundList::Game game = listed_game(page, played);
  if (played.status == "done") {
    game.text = game.href.empty() ? "" : "Watch";
  }
  table.games.push_back(std::move(game));
  table.over = true;
  return table;
}

RoundList shown_rounds(const TournamentSnapshot& snapshot, const StandingsPage& page) {
  if (snapshot.visibility().hides_matches()) {
    return {};
  }
  const std::vector<std::string> names = names_by_entrant(page);
  if (snapshot.is_ladder()) {
    return latest_of(snapshot, page, names);
  }
  const BracketRounds bracket(page);
  RoundList list;
  for (const History::Round& round : snapshot.page().history.rounds) {
    const int number = static_cast<int>(list.rounds.size()) + 1;
    RoundList::Round& shown = list.rounds.emplace_back(
        RoundList::Round{number, bracket.name_of(number), snapshot.visibility().is_frozen(number), {}});
    for (const PlayedEncounter& played : round) {
      if (snapshot.visibility().tells_pairings(number)) {
        shown.tables.push_back(shown_table(snapshot, page, played, names, bracket));
      }
    }
  }
  return list;
}

}  // namespace referee::pages
