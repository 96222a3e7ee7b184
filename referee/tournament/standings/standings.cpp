#include "referee/tournament/standings/standings.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>
#include <utility>

namespace referee {
namespace {

/// In a list that may be empty because nothing is known.
template <class T>
void erase_at(std::vector<T>& values, std::size_t position) {
  if (!values.empty()) {
    values.erase(values.begin() + static_cast<std::ptrdiff_t>(position));
  }
}

void take_out(PlayedEncounter& played, std::size_t position) {
  Encounter& encounter = played.encounter;
  erase_at(encounter.entrants, position);
  if (encounter.winner == position) {
    encounter.winner.reset();
  } else if (encounter.winner && *encounter.winner > position) {
    --*encounter.winner;
  }
  for (GameResult& game : played.games) {
    erase_at(game.scores, position);
    erase_at(game.no_show, position);
    erase_at(game.tallies, position);
    erase_at(game.versions, position);
    erase_at(game.why_absent, position);
  }
}

/// An encounter without its annulled entrants.
PlayedEncounter reduced(PlayedEncounter played, const std::vector<bool>& annulled) {
  for (std::size_t position = played.encounter.entrants.size(); position-- > 0;) {
    if (annulled[played.encounter.entrants[position]]) {
      take_out(played, position);
    }
  }
  return played;
}

std::vector<JudgedEncounter> judged(const EncounterRules& rules, const History& history) {
  std::vector<JudgedEncounter> all;
  for (const History::Round& round : history.rounds) {
    for (const PlayedEncounter& played : round) {
      all.push_back({&played, state_of(rules, played.encounter, played.games)});
    }
  }
  return all;
}

/// Whether an entrant has played an encounter: one to which it never came is decided, but not played by it.
bool played_by(const PlayedEncounter& played, std::size_t position) {
  return played.encounter.kind == Encounter::Kind::play &&
         !std::ranges::all_of(played.games, [&](const GameResult& game) { return game.no_show[position]; });
}

/// "A round-robin entrant withdrawn before half its games: its results are annulled."
std::vector<bool> annulled_of(const StandingsRules& rules, const History& history,
                              const std::vector<JudgedEncounter>& all) {
  const std::size_t n = history.entrants.size();
  std::vector<bool> annulled(n);
  if (!rules.encounters_each) {
    return annulled;
  }
  std::vector<int> played(n);
  for (const JudgedEncounter& encounter : all) {
    const std::vector<Entrant>& entrants = encounter.played->encounter.entrants;
    for (std::size_t i = 0; i < entrants.size(); ++i) {
      played[entrants[i]] += encounter.state.decided && played_by(*encounter.played, i) ? 1 : 0;
    }
  }
  for (Entrant e = 0; e < n; ++e) {
    annulled[e] = history.entrants[e].withdrawn && 2 * played[e] < *rules.encounters_each;
  }
  return annulled;
}

/// The results that count.
struct Counted {
  std::vector<bool> annulled;               // by entrant
  History history;                          // without the annulled ones
  std::vector<JudgedEncounter> encounters;  // of it, decided or not
  std::vector<EntrantScores> scores;        // by entrant
};

/// Leaves out annulled results: they count for no entrant.
Counted counted_of(const StandingsRules& rules, const History& history) {
  Counted counted;
  counted.annulled = annulled_of(rules, history, judged(rules.encounters, history));
  counted.history = without_annulled(history, counted.annulled);
  counted.encounters = judged(rules.encounters, counted.history);
  std::vector<bool> withdrawn;
  for (const History::EntrantInfo& entrant : history.entrants) {
    withdrawn.push_back(entrant.withdrawn);
  }
  counted.scores = scores_of(rules.encounters, history.rounds.size(), counted.encounters, withdrawn);
  return counted;
}

/// By entrant: the mean score, by which it is ranked before points. One without a game that was played is
/// last.
std::vector<double> means_of(const Counted& counted) {
  std::vector<double> means;
  for (const EntrantScores& scores : counted.scores) {
    const bool played = std::ranges::any_of(
        scores.rounds, [](const EntrantScores::Round& round) { return !round.played.empty(); });
    means.push_back(played ? ranking_mean(scores.summary) : -std::numeric_limits<double>::infinity());
  }
  return means;
}

/// By entrant: its points for each encounter that is decided. Empty if all entrants that count have equally
/// many. Half points are whole numbers, so that equal quotients are equal doubles. REQUIRES: tables of two.
std::vector<double> points_a_match_of(const Counted& counted) {
  std::vector<std::int64_t> halves(counted.annulled.size());
  std::vector<int> decided(counted.annulled.size());
  for (const JudgedEncounter& encounter : counted.encounters) {
    const std::vector<Entrant>& entrants = encounter.played->encounter.entrants;
    for (std::size_t i = 0; i < entrants.size() && encounter.state.decided; ++i) {
      halves[entrants[i]] += encounter.state.points[i].units() / Points::halves(1).units();
      ++decided[entrants[i]];
    }
  }
  std::set<int> numbers;
  std::vector<double> quotients;
  for (Entrant e = 0; e < halves.size(); ++e) {
    if (!counted.annulled[e]) {
      numbers.insert(decided[e]);
    }
    quotients.push_back(decided[e] == 0 ? 0 : static_cast<double>(halves[e]) / decided[e] / 2);
  }
  return numbers.size() > 1 ? quotients : std::vector<double>();
}

RankedFirst ranked_first(const StandingsRules& rules, const Counted& counted) {
  if (rules.by_score) {
    return {means_of(counted)};
  }
  return rules.by_points_a_match ? RankedFirst{points_a_match_of(counted), RankedFirst::What::points_a_match}
                                 : RankedFirst();
}

TieBreaker tie_breaker(const StandingsRules& rules, const History& history, const Counted& counted) {
  const std::size_t rounds = history.rounds.size();
  const bool final_paired = rounds > 0 && static_cast<int>(rounds) >= rules.rounds;
  return {
      Opposition(rules.swiss, score_cards(rules.swiss, history.entrants.size(), rounds, counted.encounters)),
      rules.tie_breaks, final_paired ? std::optional(rounds - 1) : std::nullopt,
      ranked_first(rules, counted)};
}

bool sole_first(const std::vector<double>& scores, std::size_t position) {
  return std::ranges::count_if(scores, [&](double other) { return other >= scores[position]; }) == 1;
}

void add(StandingsRow& row, const JudgedEncounter& encounter, std::size_t position) {
  row.points += encounter.state.points[position];
  ++row.decided;
  row.encounters += encounter.played->encounter.kind == Encounter::Kind::play ? 1 : 0;
  for (const GameResult& game : encounter.played->games) {
    if (!game.struck) {
      ++row.games;
      row.missed += game.no_show[position] ? 1 : 0;
      row.wins += sole_first(game.scores, position) ? 1 : 0;
      row.tally += game.tallies[position];
    }
  }
}

/// By entrant, without rank and tie-breaks.
std::vector<StandingsRow> sums_of(const History& history, const Counted& counted) {
  std::vector<StandingsRow> rows;
  for (Entrant e = 0; e < history.entrants.size(); ++e) {
    rows.push_back(row_of(history, e));
    rows.back().annulled = counted.annulled[e];
    rows.back().scores = counted.scores[e];
  }
  for (const JudgedEncounter& encounter : counted.encounters) {
    const std::vector<Entrant>& entrants = encounter.played->encounter.entrants;
    for (std::size_t i = 0; i < entrants.size() && encounter.state.decided; ++i) {
      add(rows[entrants[i]], encounter, i);
    }
  }
  return rows;
}

using Groups = std::vector<std::vector<Entrant>>;

/// Sets the values that are shown with every list of tie-breaks; `level` are the groups with the same points.
void set_lasting_columns(const TieBreaker& breaker, const Groups& level, std::vector<StandingsRow>& rows) {
  for (StandingsRow& row : rows) {
    row.sonneborn_berger = breaker.value({TieBreak::Kind::sonneborn_berger, 0, 0}, row.entrant).value();
    if (breaker.opposition().swiss()) {
      row.buchholz = breaker.value({TieBreak::Kind::buchholz, 0, 0}, row.entrant);
    }
  }
  for (const std::vector<Entrant>& tied : level) {
    if (tied.size() == 1) {
      continue;
    }
    const DirectEncounter encounter = direct_encounter(breaker.opposition(), tied);
    for (std::size_t i = 0; i < tied.size() && encounter.all_met; ++i) {
      rows[tied[i]].head_to_head = encounter.scores[i];
    }
  }
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

History without_annulled(History history, const std::vector<bool>& annulled) {
  if (std::ranges::find(annulled, true) == annulled.end()) {
    return history;
  }
  for (History::Round& round : history.rounds) {
    History::Round left;
    for (const PlayedEncounter& played : round) {
      PlayedEncounter rest = reduced(played, annulled);
      const bool whole = rest.encounter.entrants.size() == played.encounter.entrants.size();
      if (whole || rest.encounter.entrants.size() >= 2) {
        left.push_back(std::move(rest));
      }
    }
    round = std::move(left);
  }
  return history;
}

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
  row.staff = history.entrants[entrant].staff;
  return row;
}

void take_staff_places(std::vector<StandingsRow>& rows) {
  if (std::ranges::none_of(rows, &StandingsRow::staff)) {
    return;
  }
  std::ranges::stable_sort(rows, {},
                           [](const StandingsRow& row) { return std::pair(row.rank, row.staff ? 0 : 1); });
  int rank_before = 0;
  int better = 0;   // entrants with a place before those of this rank
  int with_it = 0;  // entrants with a place up to this row
  for (StandingsRow& row : rows) {
    better = row.rank == rank_before ? better : with_it;
    rank_before = row.rank;
    row.rank = better + 1;
    with_it += row.staff ? 0 : 1;
  }
}

std::vector<StandingsRow> standings_of(const StandingsRules& rules, const History& history) {
  const Counted counted = counted_of(rules, history);
  const TieBreaker breaker = tie_breaker(rules, history, counted);
  std::vector<StandingsRow> rows = sums_of(history, counted);
  std::vector<Entrant> in_order;
  std::vector<Entrant> last;
  for (const StandingsRow& row : rows) {
    (row.annulled ? last : in_order).push_back(row.entrant);
  }
  const std::vector<Groups> ties = breaker.ties(in_order);
  std::vector<std::vector<std::optional<TieBreakValue>>> values = breaker.values(ties);
  for (StandingsRow& row : rows) {
    row.tie_breaks = std::move(values[row.entrant]);
  }
  set_lasting_columns(breaker, ties.front(), rows);
  std::vector<StandingsRow> ranked;
  for (const std::vector<Entrant>& group : ties.back()) {
    place(group, rows, ranked);
  }
  place(last, rows, ranked);
  return ranked;
}

TieBreaker tie_breaker_of(const StandingsRules& rules, const History& history) {
  return tie_breaker(rules, history, counted_of(rules, history));
}

}  // namespace referee
