#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/tournament/pairing/pairing_system.h"
#include "referee/tournament/pairing/past_rounds.h"
#include "referee/tournament/pairing/table_division.h"
#include "referee/tournament/standings/encounter_state.h"
#include "referee/tournament/standings/history.h"

namespace referee {

/// What is proved about the tables of a round, from the tables alone: by trying every exchange of two
/// players, and by counting unavoidable repeats.
struct TableCertificate {
  TablesCost cost;
  std::size_t exchanges = 0;  ///< of two at different tables
  /// The exchanges that cost less. Those of them that would leave fewer tables of strangers for the next
  /// round are not counted here, but in `spared`.
  std::size_t improving = 0;
  std::size_t spared = 0;
  int repeats = 0;         ///< pairs at one table that have met before
  int least_repeats = 0;   ///< a lower bound for them at any tables
  int repeats_so_far = 0;  ///< meetings of two beyond their first, in this round and all before
  int least_so_far = 0;    ///< a lower bound for them, from the number of meetings alone
  int most_meetings = 0;   ///< of any two, this round included
};

/// `players` are those of `ranked`, in that order; `encounters` their tables in the round after `history`.
TableCertificate certificate_of(const TablePlayers& players, const std::vector<Entrant>& ranked,
                                const History& history, const std::vector<Encounter>& encounters);

/// In one line: "0 of 24 pairs meet again (0 is the least possible) ...".
std::string text_of(const TableCertificate& certificate);

/// Swiss rounds at tables of k > 2: as few tables as hold all, as even as possible; then TablesCost in its
/// order is minimised by a deterministic search from the seed (see TABLES.md). Seats are dealt so that
/// starting places even out. Round 1 deals by pairing number, to and fro, so that all tables are about
/// equally strong. A single entrant gets a bye; entrants that asked to be left out of a round get the bye
/// that they asked for. `pair` takes some 0.1 s for 200 entrants.
class SwissTables final : public PairingSystem {
 public:
  /// `repeat_weight`: what a repeat is worth against spread; nothing: no spread outweighs a repeat.
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
