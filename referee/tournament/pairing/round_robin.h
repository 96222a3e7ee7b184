#pragma once

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
/// Encounters of a withdrawn entrant are forfeits.
class RoundRobin final : public PairingSystem {
 public:
  /// `cycles`: 1..100.
  explicit RoundRobin(int cycles) : cycles_(cycles) {}
  int rounds(std::size_t entrants) const override;
  std::vector<Encounter> pair(const History& history) const override;

 private:
  int cycles_;
};

}  // namespace referee
