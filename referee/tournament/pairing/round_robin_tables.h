#pragma once

#include <string>

#include "referee/tournament/pairing/pairing_system.h"
#include "referee/tournament/standings/encounter_state.h"

namespace referee {

/// A round robin at tables of k > 2, `cycles` times. Where a TableDesign is known for the number of entrants,
/// every two meet equally often; else each round is the best that the search for Swiss tables finds without
/// regard to points, over as many rounds as let every two meet once on average. Seats are dealt so that
/// starting places even out. Whoever is free in a round gets no encounter and no point. Who has withdrawn is
/// not seated: the others play without it, and a table of a design with one left is its forfeit win.
class RoundRobinTables final : public PairingSystem {
 public:
  /// `cycles`: 1..100.
  RoundRobinTables(EncounterRules rules, int cycles) : rules_(rules), cycles_(cycles) {}
  int rounds(std::size_t entrants) const override;
  std::vector<Encounter> pair(const History& history) const override;
  /// How evenly the entrants have met, that round included.
  std::string remark(const History& history, const std::vector<Encounter>& encounters) const override;

  /// Encounters of a cycle that an entrant is in at most, of so many: what it plays if nobody withdraws.
  int encounters_a_cycle(std::size_t entrants) const;
  /// Tables of a round then.
  std::size_t tables_a_round(std::size_t entrants) const;
  /// Whether every table is full then.
  bool fills_tables(std::size_t entrants) const;
  /// For people, before anything is played: "every two meet 3 times a cycle: " and the construction, or how
  /// far from even the best schedule found is. The latter takes seconds for the most entrants that it is
  /// computed for.
  std::string schedule_text(std::size_t entrants) const;

 private:
  int rounds_a_cycle(std::size_t entrants) const;

  EncounterRules rules_;
  int cycles_;
};

}  // namespace referee
