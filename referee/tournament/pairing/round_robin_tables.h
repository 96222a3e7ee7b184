#pragma once

#include <string>

#include "referee/tournament/pairing/pairing_system.h"
#include "referee/tournament/standings/encounter_state.h"

namespace referee {

/// A round robin at tables of k > 2, `cycles` times. Where a TableDesign is known for the number of entrants,
/// every two meet equally often; else each round is the best that the search for Swiss tables finds without
/// regard to points, over as many rounds as let every two meet once on average. Seats are dealt so that
/// starting places even out. An entrant that is free in a round gets no encounter and no point. A withdrawn
/// entrant is not seated: the others play without it, and the last one left at a table of a design has a
/// forfeit win.
class RoundRobinTables final : public PairingSystem {
 public:
  /// `cycles`: 1..100.
  RoundRobinTables(EncounterRules rules, int cycles) : rules_(rules), cycles_(cycles) {}
  int rounds(std::size_t entrants) const override;
  std::vector<Encounter> pair(const History& history) const override;
  /// How evenly the entrants have met, that round included.
  std::string remark(const History& history, const std::vector<Encounter>& encounters) const override;

  /// The most encounters that one of `entrants` entrants has in a cycle: those that it plays if no entrant
  /// withdraws.
  int encounters_a_cycle(std::size_t entrants) const;
  /// Tables of a round in that case.
  std::size_t tables_a_round(std::size_t entrants) const;
  /// Whether every table is full in that case.
  bool fills_tables(std::size_t entrants) const;
  /// For people, before anything is played: "every two meet 3 times a cycle: " and the construction, or how
  /// uneven the best schedule found is. The latter takes seconds for the greatest number of entrants for
  /// which it is computed.
  std::string schedule_text(std::size_t entrants) const;

 private:
  int rounds_a_cycle(std::size_t entrants) const;

  EncounterRules rules_;
  int cycles_;
};

}  // namespace referee
