#pragma once

#include <cstddef>
#include <vector>

#include "referee/tournament/pairing/table_division.h"
#include "referee/tournament/standings/encounter_state.h"
#include "referee/tournament/standings/history.h"

namespace referee {

/// What Swiss pairing must know of the rounds before. Vectors are by Entrant; one that entered late has
/// zeros.
class PastRounds {
 public:
  /// REQUIRES: all encounters are decided.
  PastRounds(const EncounterRules& rules, const History& history);

  const std::vector<Points>& points() const { return points_; }
  const std::vector<int>& byes() const { return byes_; }
  /// Encounters that were played: neither byes nor forfeits. One with an absent entrant counts: it was
  /// paired, and all who read the list would see the same pairing as a repeat.
  const std::vector<int>& played() const { return played_; }
  /// In how many played encounters the two sat at one table.
  int meetings(Entrant a, Entrant b) const { return meetings_[a * points_.size() + b]; }
  /// How many games the entrant has played from each seat; only those that took place and were not struck.
  const std::vector<int>& seat_games(Entrant entrant) const { return seat_games_[entrant]; }

  /// The entrants that the next round pairs, by points, then pairing number, without those that are withdrawn
  /// or asked for a bye in that round (pairing_requests.h).
  std::vector<Entrant> ranked(const History& history) const;

 private:
  void add(const EncounterRules& rules, const PlayedEncounter& played);
  void add_seats(const EncounterRules& rules, const Encounter& encounter, const GameResult& game);

  std::vector<Points> points_;
  std::vector<int> byes_;
  std::vector<int> played_;
  std::vector<int> meetings_;  // a square matrix
  std::vector<std::vector<int>> seat_games_;
};

/// The entrants to be seated, as the search for tables sees them: player i is `ranked[i]`. The caller sets
/// weight and further rounds.
TablePlayers table_players(const EncounterRules& rules, const PastRounds& past, const History& history,
                           const std::vector<Entrant>& ranked);

/// The tables at which `ranked` play in a round, as the search sees them.
Tables tables_of(const std::vector<Entrant>& ranked, const std::vector<Encounter>& encounters);

/// The least number of groups in which `ranked` have played a round: the tables at which they sat, and one
/// for each entrant that did not play. 0 before the first round.
std::size_t fewest_groups(const History& history, const std::vector<Entrant>& ranked);

/// The sizes of the tables of a round: the fewest tables that hold all players, as even as possible, the
/// larger ones first. REQUIRES: players >= 1.
std::vector<std::size_t> table_sizes(std::size_t players, std::size_t seats);

}  // namespace referee
