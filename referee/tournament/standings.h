#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/tournament/encounter_state.h"
#include "referee/tournament/field_scores.h"
#include "referee/tournament/history.h"

namespace referee {

/// One line of the standings. What it counts: encounters that are decided, without those of annulled
/// entrants.
struct StandingsRow {
  int rank = 1;  ///< equal ones share the best place: 1, 1, 3
  Entrant entrant = 0;
  std::string name;
  std::string display;
  bool withdrawn = false;
  bool annulled =
      false;  ///< a round-robin entrant withdrawn before half its games: ranked last, without points
  Points points;
  int encounters = 0;  ///< decided ones that were played, byes and forfeits left out
  int games = 0;       ///< that count
  int wins = 0;        ///< games won as the only first among the entrants
  GameTally tally;     ///< sums over the games; `worst` the greatest
  /// Against those with whom it ties on points; nothing if there are none, or not all of them have met, and
  /// equally often.
  std::optional<Points> head_to_head;
  double sonneborn_berger = 0;       ///< in points x points
  double buchholz = 0;               ///< in points; 0 if it does not rank
  std::optional<FieldScores> field;  ///< of a field, and only there
};

/// What the standings are ranked by.
enum class Ranking {
  round_robin,  ///< points, head to head, Sonneborn-Berger, else shared
  swiss,        ///< points, head to head, Sonneborn-Berger, Buchholz, else shared
  field         ///< mean score, else shared
};

/// The row of an entrant that has not played yet.
StandingsRow row_of(const History& history, Entrant entrant);

/// The standings after the encounters that are decided, in a field after all games: a pure function of the
/// results. Best first; equal ones in the order of pairing numbers. `rounds`: planned, of the whole
/// tournament; from them follows what half of a round-robin entrant's games is.
std::vector<StandingsRow> standings_of(const EncounterRules& rules, Ranking ranking, const History& history,
                                       int rounds);

}  // namespace referee
