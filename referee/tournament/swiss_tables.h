#pragma once

#include <cstdint>

#include "referee/tournament/encounter_state.h"
#include "referee/tournament/pairing_system.h"

namespace referee {

/// Swiss rounds at tables of k > 2: tables as full and as even as the number of entrants allows, then
/// minimised in this order: the largest number of times that two at a table have met, the sum of the squares
/// of these numbers, the spread of points at a table. A deterministic search from the seed. Seats are dealt
/// so that starting places even out. Round 1 deals by pairing number, to and fro, so that all tables are
/// about equally strong. A single entrant gets a bye. `pair` takes some 0.1 s for 200 entrants.
class SwissTables final : public PairingSystem {
 public:
  SwissTables(EncounterRules rules, int rounds, std::uint64_t seed)
      : rules_(rules), rounds_(rounds), seed_(seed) {}
  int rounds(std::size_t) const override { return rounds_; }
  std::vector<Encounter> pair(const History& history) const override;

 private:
  EncounterRules rules_;
  int rounds_;
  std::uint64_t seed_;
};

}  // namespace referee
