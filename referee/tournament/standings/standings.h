#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/statistics/rating.h"
#include "referee/tournament/standings/encounter_state.h"
#include "referee/tournament/standings/entrant_scores.h"
#include "referee/tournament/standings/field_scores.h"
#include "referee/tournament/standings/history.h"
#include "referee/tournament/standings/tie_breaks/tie_breaker.h"

namespace referee {

/// Sorts by `value`, the greatest first and equal ones in their order, and sets each item's `rank`: from 1,
/// equal ones share the best place: 1, 1, 3.
template <class Item, class Value>
void rank_best_first(std::vector<Item>& items, const Value& value) {
  std::ranges::stable_sort(items, std::greater<>(), value);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const bool shared = i > 0 && value(items[i]) == value(items[i - 1]);
    items[i].rank = shared ? items[i - 1].rank : static_cast<int>(i) + 1;
  }
}

/// The history that counts once the results of some entrants of a round robin are annulled. At tables of more
/// than two the others keep their results against each other: the annulled ones are taken out of the table
/// and of its games, and an encounter with fewer than two left does not count. Encounters of two with one of
/// them do not count. `annulled` is by entrant; rounds and entrants stay where they are.
History without_annulled(History history, const std::vector<bool>& annulled);

/// How far an entrant of a bracket has come.
struct BracketCourse {
  int seed = 1;         ///< from 1
  int losses = 0;       ///< encounters lost
  std::string reached;  ///< for people: "won the final 3 : 0", "out in lower round 2"
};

/// Where an entrant of a ladder stands.
struct LadderFigures {
  int version = 0;                         ///< of its bot that plays now; 0: none that was handed in
  int matches = 0;                         ///< of the version that plays now, that count
  std::optional<rating::Estimate> rating;  ///< of the version that plays now; nothing: it has no estimate yet
  /// The score in the closed blocks of a game of one seat: of the version that plays now, or of the newest
  /// one before it that has played in one. Nothing: none has, or the game has more seats.
  struct Score {
    double mean = 0;
    std::optional<double> margin = {};  ///< half of the 95% interval; nothing below two matches
    std::optional<double> newest = {};  ///< the mean in the newest closed block; nothing: not played in it
  };
  std::optional<Score> score = {};
  std::optional<double> trend;  ///< of rating or mean, over the last day; nothing before it had one then
  bool provisional = true;      ///< fewer than LadderTable::kSettled matches that the rating or mean counts
};

/// One line of the standings. What it counts: encounters that are decided, without those of annulled
/// entrants.
struct StandingsRow {
  int rank = 1;  ///< equal ones share the best place: 1, 1, 3
  Entrant entrant = 0;
  std::string name;
  std::string display;
  bool withdrawn = false;
  bool staff = false;  ///< a staff bot, which has no place: `rank` is that of the next entrant with one
  bool annulled =
      false;  ///< a round-robin entrant withdrawn before half its games: ranked last, without points
  Points points;
  int decided = 0;     ///< encounters that are, with byes and forfeits
  int encounters = 0;  ///< decided ones that were played, byes and forfeits left out
  int games = 0;       ///< that count
  int missed = 0;      ///< of them, to which it did not come
  int wins = 0;        ///< games won as the only first among the entrants
  GameTally tally;     ///< sums over the games; `worst` the greatest
  /// By place in the list of tie-breaks. Direct encounter compares the entrants that are tied when it is
  /// applied: its value is the score against them, nothing if there are none or if it does not decide among
  /// them.
  std::vector<std::optional<TieBreakValue>> tie_breaks;
  TieBreakValue sonneborn_berger;         ///< whether it is in the list or not
  std::optional<TieBreakValue> buchholz;  ///< whether it is in the list or not; in a Swiss only
  /// Whether it is in the list or not: the score against those with equal points; nothing if there are none,
  /// or not all of them have met.
  std::optional<TieBreakValue> head_to_head;
  std::optional<EntrantScores> scores = {};  ///< where entrants meet in rounds, and only there
  std::optional<FieldScores> field;          ///< of a field, and only there
  std::optional<LadderFigures> ladder = {};  ///< of a ladder, and only there
  std::optional<BracketCourse> bracket;      ///< of a double elimination, once the entrant is in its bracket
};

/// Whether the entrant came to a game that counts. If not, it has no place in any format, whatever points it
/// has (RULES.md 10.4).
inline bool has_played(const StandingsRow& row) { return row.games > row.missed; }

/// What standings by points depend on beside the results.
struct StandingsRules {
  EncounterRules encounters;
  bool swiss = true;  ///< unplayed rounds and tie-breaks are those of a Swiss, else those of a round robin
  TieBreaks tie_breaks;
  int rounds = 0;  ///< planned, of the whole tournament
  /// Round robin: planned for each entrant when play began; one that withdraws before half of them is
  /// annulled. Nothing: results are never annulled.
  std::optional<int> encounters_each = {};
  bool by_score = false;  ///< the mean score ranks, and points decide between equal means
  /// Points for each decided encounter rank in place of points, while entrants have different numbers of
  /// them.
  bool by_points_a_match = false;
};

/// Takes their places from staff bots, so that later entrants move up. Of equal ones staff bots stand first:
/// an entrant above a staff bot is better than it. `rows` are ranked, best first.
void take_staff_places(std::vector<StandingsRow>& rows);

/// The row of an entrant that has not played yet.
StandingsRow row_of(const History& history, Entrant entrant);

/// The standings by points, or by mean score and then points, and tie-breaks after the encounters that are
/// decided: a pure function of the results. Best first; equal ones share a rank, in the order of pairing
/// numbers.
std::vector<StandingsRow> standings_of(const StandingsRules& rules, const History& history);

/// The tie-breaker of these standings, which can explain each place.
TieBreaker tie_breaker_of(const StandingsRules& rules, const History& history);

}  // namespace referee
