#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "referee/swiss/pairing.h"
#include "referee/tournament/pairing/pairing_system.h"
#include "referee/tournament/standings/encounter_state.h"

namespace referee {

/// The rules that had to be given up so that a round could be paired at all.
struct SwissConcessions {
  std::size_t forgotten = 0;  ///< this many first rounds no longer count as meetings (C1) and byes (C2)
  bool colours = false;       ///< of colours only each player's last one counts, so that C3 forbids nothing
  std::size_t idle = 0;       ///< this many get a bye because they may meet no other entrant

  bool any() const { return forgotten > 0 || colours || idle > 0; }
  /// For people: "round 4 has no pairing by the rules: ..."; "" if nothing was given up.
  std::string text(int round) const;
  bool operator==(const SwissConcessions&) const = default;
};

/// The pairing of a round, with concessions where the rules allow none.
struct ConcededPairing {
  std::vector<swiss::Board> boards;  ///< in board order
  std::vector<swiss::PlayerIndex>
      byes;  ///< for a point each, by pairing number: one, where none was conceded
  SwissConcessions concessions;
};

/// Pairs the next round by the rules (swiss::pair_round). Where they allow no pairing the arbiter decides
/// (C.04.3, 1.9.3). So that play goes on, this is decided beforehand: meetings and byes of the oldest rounds
/// are forgotten, of as few rounds as possible, so that the oldest meetings are repeated; colours are
/// forgotten before one more round is. Forbidden pairs never meet: if players are left over even then, as few
/// as possible, the lowest ranked, get a bye. Throws std::length_error as pair_round does.
ConcededPairing pair_with_concessions(const swiss::Tournament& tournament);

/// Swiss rounds at tables of two, paired by the FIDE Dutch system (swiss/pairing.h) as swiss_tournament.h
/// translates it: White is the first seat. Byes for a point follow the encounters, then requested byes. Where
/// the rules allow no pairing it makes concessions, which the note names.
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
