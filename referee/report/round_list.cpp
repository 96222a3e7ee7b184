#include "referee/report/round_list.h"

#include <algorithm>

#include "referee/base/shown_result.h"
#include "referee/base/text.h"
#include "referee/report/crosstable.h"

namespace referee {
namespace {

std::string instance_text(const StandingsPage& page, int number) {
  const auto index = static_cast<std::size_t>(number) - 1;
  return index < page.instances.size() ? page.instances[index] : std::to_string(number);
}

/// The games of an encounter, each with its matches: where entrants play apart a game has one for each of
/// them.
std::vector<RoundList::Game> games_of(const StandingsPage& page, const PlayedEncounter& played) {
  std::vector<RoundList::Game> games;
  for (std::size_t position = 0; position < (page.rules().apart ? played.encounter.entrants.size() : 1);
       ++position) {
    for (const GameResult& game : played.games) {
      const MatchPlace place = match_place(page, played.encounter, game.game_no, position);
      games.push_back({.match = place.id(), .text = game_text(game)});
      if (page.rules().apart) {
        games.back().text = score_text(game.scores[position]);
      }
      games.back().href = game.struck ? "" : page.href_of(place.id());
    }
  }
  return games;
}

std::string scores_text(const GameResult& game) {
  std::string text;
  for (std::size_t i = 0; i < game.scores.size(); ++i) {
    text.append(i == 0 ? "" : " : ").append(score_text(game.scores[i]));
    if (game.no_show[i]) {
      const std::string why = game.why_absent_at(i);
      text.append(why.empty() ? " (absent" : " (absent: " + why).append(")");
    }
  }
  return text;
}

}  // namespace

std::string game_text(const GameResult& game) {
  return (game.deciding.name.empty() ? scores_text(game) : deciding_text(game.deciding)) +
         (game.struck ? " (cancelled by the arbiter)" : "");
}

RoundList::Table listed_table(const StandingsPage& page, const PlayedEncounter& played,
                              const std::vector<std::string>& names, const BracketRounds& bracket) {
  const auto& [encounter, games] = played;
  const std::string number = std::to_string(encounter.table);
  RoundList::Table table{.key = "t" + number, .title = "Table " + number};
  const EncounterState state = state_of(page.rules(), encounter, games);
  const bool alone = encounter.instance.has_value();
  table.what = alone ? instance_text(page, *encounter.instance) : kind_text(encounter.kind);
  if (const std::string name = bracket.name_of(encounter); name != bracket.name_of(encounter.round)) {
    table.what = name + (table.what.empty() ? "" : ", ") + table.what;
  }
  table.over = alone ? !games.empty() : state.decided;
  const bool meet = encounter.entrants.size() > 1;
  for (std::size_t i = 0; i < encounter.entrants.size(); ++i) {
    RoundList::Side side{.entrant = encounter.entrants[i], .name = names[encounter.entrants[i]]};
    if (alone && !games.empty()) {
      side.points = score_text(games.front().scores.front());
    } else if (!alone && state.decided) {
      const std::string games_won = bracket.points_of(encounter, i);
      side.points = games_won.empty() ? state.points[i].text() : games_won;
      side.won = meet && std::ranges::count_if(state.points,
                                               [&](Points other) { return other >= state.points[i]; }) == 1;
    }
    table.sides.push_back(std::move(side));
  }
  return table;
}

RoundList listed_rounds(const StandingsPage& page) {
  const std::vector<std::string> names = names_by_entrant(page);
  const BracketRounds bracket(page);
  RoundList list;
  for (const History::Round& round : page.history.rounds) {
    const int number = static_cast<int>(list.rounds.size()) + 1;
    list.rounds.push_back({.number = number, .name = bracket.name_of(number)});
    for (const PlayedEncounter& played : round) {
      list.rounds.back().tables.push_back(listed_table(page, played, names, bracket));
      list.rounds.back().tables.back().games = games_of(page, played);
    }
  }
  return list;
}

}  // namespace referee
