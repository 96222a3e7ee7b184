#pragma once

#include <cstdint>
#include <optional>

#include "referee/tournament/pairing/pairing_system.h"
#include "referee/tournament/pairing/past_rounds.h"
#include "referee/tournament/pairing/table_division.h"
#include "referee/tournament/standings/encounter_state.h"

namespace referee {

/// Swiss rounds at tables of k > 2: as few tables as hold all, as even as possible; then TablesCost in its
/// order is minimised by a deterministic search from the seed (see TABLES.md). Seats are dealt so that
/// starting places even out. Round 1 deals by pairing number, to and fro, so that all tables are about
/// equally strong. A single entrant gets a bye; those who asked
/// to be left out of a round get what they asked for. `pair` takes some 0.1 s for 200 entrants.
class SwissTables final : public PairingSystem {
 public:
  /// `repeat_weight`: what a repeat is worth against spread; nothing: no spread makes up for one.
  SwissTables(EncounterRules rules, int rounds, std::uint64_t seed,
              std::optional<RepeatWeight> repeat_weight = std::nullopt)
      : rules_(rules), rounds_(rounds), seed_(seed), repeat_weight_(repeat_weight) {}
  int rounds(std::size_t) const override { return rounds_; }
  std::vector<Encounter> pair(const History& history) const override;
  /// The certificate of the round.
  std::string remark(const History& history, const std::vector<Encounter>& encounters) const override;

 private:
  std::vector<Encounter> encounters_of(const History& history, const PastRounds& past,
                                       const std::vector<Entrant>& ranked) const;
  TablePlayers players_of(const History& history, const std::vector<Entrant>& ranked) const;

  EncounterRules rules_;
  int rounds_;
  std::uint64_t seed_;
  std::optional<RepeatWeight> repeat_weight_;
};

}  // namespace referee
