#pragma once

#include <string>
#include <utility>
#include <vector>

#include "protocol/verdict.h"
#include "referee/tournament/standings/history.h"

// Short functions for games, encounters and histories.
namespace referee::histories {

/// A game of one turn a seat, with no absent entrant.
inline GameResult game(int number, std::vector<double> scores) {
  GameResult result{
      .game_no = number, .struck = false, .scores = std::move(scores), .no_show = {}, .tallies = {}};
  result.no_show.resize(result.scores.size());
  GameTally tally;
  tally.by_verdict[0] = 1;
  tally.turns = 1;
  tally.used = tally.worst = Microseconds(1500);
  result.tallies.assign(result.scores.size(), tally);
  return result;
}

inline std::vector<GameResult> games(const std::vector<std::vector<double>>& scores) {
  std::vector<GameResult> all;
  for (const auto& of_game : scores) {
    all.push_back(game(static_cast<int>(all.size()) + 1, of_game));
  }
  return all;
}

inline Encounter encounter(std::vector<Entrant> entrants, Encounter::Kind kind = Encounter::Kind::play) {
  return {.round = 1, .table = 1, .kind = kind, .entrants = std::move(entrants), .winner = {}};
}

inline PlayedEncounter played(std::vector<Entrant> entrants, const std::vector<std::vector<double>>& scores) {
  return {encounter(std::move(entrants)), games(scores)};
}
/// Encounters of two games: a wins both, or both are drawn.
inline PlayedEncounter win(Entrant a, Entrant b) { return played({a, b}, {{2, 0}, {2, 0}}); }
inline PlayedEncounter draw(Entrant a, Entrant b) { return played({a, b}, {{1, 1}, {1, 1}}); }
inline PlayedEncounter bye(Entrant entrant) { return {encounter({entrant}, Encounter::Kind::bye), {}}; }
/// `winner`: a position in the encounter.
inline PlayedEncounter forfeit(Entrant a, Entrant b, std::optional<std::size_t> winner) {
  PlayedEncounter result{encounter({a, b}, Encounter::Kind::forfeit), {}};
  result.encounter.winner = winner;
  return result;
}

/// Entrants are called a, b, c ...; rounds and tables are numbered as they stand.
inline History history(std::size_t entrants, std::vector<History::Round> rounds) {
  History all;
  for (std::size_t e = 0; e < entrants; ++e) {
    const std::string name(1, static_cast<char>('a' + e));
    all.entrants.push_back({name, name, false});
  }
  for (std::size_t r = 0; r < rounds.size(); ++r) {
    for (std::size_t t = 0; t < rounds[r].size(); ++t) {
      rounds[r].edit()[t].encounter.round = static_cast<int>(r) + 1;
      rounds[r].edit()[t].encounter.table = static_cast<int>(t) + 1;
    }
  }
  all.rounds = std::move(rounds);
  return all;
}

}  // namespace referee::histories
