#pragma once

#include <cstdint>

#include "referee/tournament/pairing/pairing_system.h"
#include "referee/tournament/standings/encounter_state.h"

namespace referee {

/// Swiss rounds at tables of two, paired by the FIDE Dutch system (swiss/pairing.h) as swiss_tournament.h
/// translates it: White is the first seat. Byes for a point come after the encounters, then those that were
/// asked for. Where the rules allow no pairing there are concessions (swiss_concessions.h), which the note
/// tells.
///
/// `pair` throws std::length_error for more than swiss::kMaxPlayers entrants.
class SwissPairs final : public PairingSystem {
 public:
  /// `seed`: the initial colour (C.04.3, 5.2.5) is drawn from it.
  SwissPairs(EncounterRules rules, int rounds, std::uint64_t seed)
      : rules_(rules), rounds_(rounds), seed_(seed) {}
  int rounds(std::size_t) const override { return rounds_; }
  std::vector<Encounter> pair(const History& history) const override {
    return pair_with_note(history).encounters;
  }
  PairedRound pair_with_note(const History& history) const override;

 private:
  EncounterRules rules_;
  int rounds_;
  std::uint64_t seed_;
};

}  // namespace referee
