#include "referee/tournament/standings.h"

#include <algorithm>
#include <functional>
#include <map>

#include "referee/tournament/field.h"
#include "referee/tournament/tie_breaks.h"

namespace referee {
namespace {

std::vector<CountedEncounter> decided(const EncounterRules& rules, const History& history) {
  std::vector<CountedEncounter> all;
  for (const History::Round& round : history.rounds) {
    for (const PlayedEncounter& played : round) {
      EncounterState state = state_of(rules, played.encounter, played.games);
      if (state.decided) {
        all.push_back({&played, std::move(state)});
      }
    }
  }
  return all;
}

/// An encounter to which an entrant never came is decided, but not played by it.
bool played_by(const PlayedEncounter& played, std::size_t position) {
  return played.encounter.kind == Encounter::Kind::play &&
         !std::ranges::all_of(played.games, [&](const GameResult& game) { return game.no_show[position]; });
}

/// "A round-robin entrant withdrawn before half its games: its results are annulled."
std::vector<bool> annulled_of(Ranking ranking, const History& history,
                              const std::vector<CountedEncounter>& all, int rounds) {
  const std::size_t n = history.entrants.size();
  std::vector<bool> annulled(n);
  if (ranking != Ranking::round_robin) {
    return annulled;
  }
  std::vector<std::size_t> played(n);
  for (const CountedEncounter& encounter : all) {
    const std::vector<Entrant>& entrants = encounter.played->encounter.entrants;
    for (std::size_t i = 0; i < entrants.size(); ++i) {
      played[entrants[i]] += played_by(*encounter.played, i) ? 1 : 0;
    }
  }
  const std::size_t rounds_a_cycle = n % 2 == 0 ? n - 1 : n;
  for (Entrant e = 0; e < n; ++e) {
    const std::size_t planned = static_cast<std::size_t>(rounds) / rounds_a_cycle * (n - 1);
    annulled[e] = history.entrants[e].withdrawn && 2 * played[e] < planned;
  }
  return annulled;
}

/// Leaves out every encounter of an annulled entrant: it counts for nobody.
std::vector<CountedEncounter> without(std::vector<CountedEncounter> all, const std::vector<bool>& annulled) {
  std::erase_if(all, [&](const CountedEncounter& encounter) {
    return std::ranges::any_of(encounter.played->encounter.entrants, [&](Entrant e) { return annulled[e]; });
  });
  return all;
}

bool sole_first(const std::vector<double>& scores, std::size_t position) {
  return std::ranges::count_if(scores, [&](double other) { return other >= scores[position]; }) == 1;
}

void add(StandingsRow& row, const CountedEncounter& encounter, std::size_t position) {
  row.points += encounter.state.points[position];
  row.encounters += encounter.played->encounter.kind == Encounter::Kind::play ? 1 : 0;
  for (const GameResult& game : encounter.played->games) {
    if (!game.struck) {
      ++row.games;
      row.wins += sole_first(game.scores, position) ? 1 : 0;
      row.tally += game.tallies[position];
    }
  }
}

/// By entrant, without rank and tie-breaks.
std::vector<StandingsRow> sums_of(const History& history, const std::vector<CountedEncounter>& counted,
                                  const std::vector<bool>& annulled) {
  std::vector<StandingsRow> rows;
  for (Entrant e = 0; e < history.entrants.size(); ++e) {
    rows.push_back(row_of(history, e));
    rows.back().annulled = annulled[e];
  }
  for (const CountedEncounter& encounter : counted) {
    const std::vector<Entrant>& entrants = encounter.played->encounter.entrants;
    for (std::size_t i = 0; i < entrants.size(); ++i) {
      add(rows[entrants[i]], encounter, i);
    }
  }
  return rows;
}

/// Moves entrants who share a place from `rows` to the end of `ranked`.
void place(const std::vector<Entrant>& group, std::vector<StandingsRow>& rows,
           std::vector<StandingsRow>& ranked) {
  const int rank = static_cast<int>(ranked.size()) + 1;
  for (const Entrant e : group) {
    rows[e].rank = rank;
    ranked.push_back(std::move(rows[e]));
  }
}

}  // namespace

GameTally& GameTally::operator+=(const GameTally& other) {
  std::ranges::transform(by_verdict, other.by_verdict, by_verdict.begin(), std::plus{});
  turns += other.turns;
  used += other.used;
  worst = std::max(worst, other.worst);
  return *this;
}

StandingsRow row_of(const History& history, Entrant entrant) {
  StandingsRow row;
  row.entrant = entrant;
  row.name = history.entrants[entrant].name;
  row.display = history.entrants[entrant].display;
  row.withdrawn = history.entrants[entrant].withdrawn;
  return row;
}

std::vector<StandingsRow> standings_of(const EncounterRules& rules, Ranking ranking, const History& history,
                                       int rounds) {
  if (ranking == Ranking::field) {
    return field_standings(history);
  }
  const auto all = decided(rules, history);
  const std::vector<bool> annulled = annulled_of(ranking, history, all, rounds);
  const auto counted = without(all, annulled);
  std::vector<StandingsRow> rows = sums_of(history, counted, annulled);

  std::vector<Points> points;
  std::map<Points, std::vector<Entrant>, std::greater<>> by_points;
  std::vector<Entrant> last;
  for (const StandingsRow& row : rows) {
    points.push_back(row.points);
    (row.annulled ? last : by_points[row.points]).push_back(row.entrant);
  }
  const TieBreaker breaker(ranking, counted, points, history.rounds.size());
  for (StandingsRow& row : rows) {
    row.sonneborn_berger = TieBreaker::value(breaker.sonneborn_berger(row.entrant));
    row.buchholz = ranking == Ranking::swiss ? TieBreaker::value(breaker.buchholz(row.entrant)) : 0;
  }
  std::vector<StandingsRow> ranked;
  for (const auto& [unused, tied] : by_points) {
    if (const auto sums = breaker.head_to_head(tied)) {
      for (std::size_t i = 0; i < tied.size(); ++i) {
        rows[tied[i]].head_to_head = (*sums)[i];
      }
    }
    for (const std::vector<Entrant>& group : breaker.refine(tied)) {
      place(group, rows, ranked);
    }
  }
  place(last, rows, ranked);
  return ranked;
}

}  // namespace referee
