#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/tournament/encounter_state.h"
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
  double sonneborn_berger = 0;  ///< in points x points
  double buchholz = 0;          ///< in points; 0 if not of these tie-breaks
};

enum class TieBreaks {
  round_robin,  ///< head to head, Sonneborn-Berger, else shared
  swiss         ///< head to head, Sonneborn-Berger, Buchholz, else shared
};

/// The standings after the encounters that are decided: a pure function of the results. Best first; equal
/// ones in the order of pairing numbers. `rounds`: planned, of the whole tournament; from them follows what
/// half of a round-robin entrant's games is.
std::vector<StandingsRow> standings_of(const EncounterRules& rules, TieBreaks tie_breaks,
                                       const History& history, int rounds);

}  // namespace referee
