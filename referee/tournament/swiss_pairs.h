#pragma once

#include "referee/tournament/encounter_state.h"
#include "referee/tournament/pairing_system.h"

namespace referee {

/// Swiss rounds at tables of two. The best pairing of all, by, in this order: no second bye while others have
/// had none; no repeat pairing while one can be avoided; the bye to the lowest score, then to the most
/// encounters played, then to the highest pairing number; small differences of score; seats that even out;
/// upper half of a score group against its lower half. Forfeits and byes are no meetings.
///
/// `pair` throws std::length_error for more active entrants than a matching takes (matching.h: 4096). It
/// takes a third of a second for 1,000, and grows with the cube.
class SwissPairs final : public PairingSystem {
 public:
  SwissPairs(EncounterRules rules, int rounds) : rules_(rules), rounds_(rounds) {}
  int rounds(std::size_t) const override { return rounds_; }
  std::vector<Encounter> pair(const History& history) const override;

 private:
  EncounterRules rules_;
  int rounds_;
};

}  // namespace referee
