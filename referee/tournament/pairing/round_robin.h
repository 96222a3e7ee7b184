#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "referee/tournament/pairing/pairing_system.h"
#include "referee/tournament/standings/encounter_state.h"
#include "referee/tournament/standings/history.h"

namespace referee {

/// The encounters of a round, first those that are played, otherwise in the same order, with the round and
/// the numbers of their tables.
std::vector<Encounter> with_numbered_tables(std::vector<Encounter> encounters, int round);

/// The encounter of two entrants; a forfeit if one or both have withdrawn.
Encounter meeting(const History& history, Entrant first, Entrant second);

/// Every entrant meets every other one, `cycles` times, by the Berger tables; in every second cycle seats are
/// swapped. With an odd number of entrants one is free in each round: it gets no encounter and no point.
/// Encounters of a withdrawn entrant are forfeits. The matches of late entrants are rounds after all others:
/// those of the Berger tables of all entrants, without the matches of two that had entered before, and
/// without rounds that have no match left.
class RoundRobin final : public PairingSystem {
 public:
  /// `cycles`: 1..100. `entered`: the numbers of entrants when play began and after each time that others
  /// entered, rising; the last one is that of all. Empty: nobody has entered late.
  explicit RoundRobin(int cycles, std::vector<std::size_t> entered = {});
  int rounds(std::size_t entrants) const override;
  std::vector<Encounter> pair(const History& history) const override;
  /// The numbers of matches of the rounds for late entrants, in the order of the rounds.
  std::vector<std::size_t> late_matches() const;

 private:
  int rounds_of(std::size_t entrants) const;

  int cycles_;
  std::vector<std::size_t> entered_;
  std::vector<std::vector<std::pair<Entrant, Entrant>>> late_rounds_ =
      {};  // who meets whom, first seat first
};

}  // namespace referee
