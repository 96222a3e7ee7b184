#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/tournament/formats/double_elimination/bracket.h"
#include "referee/tournament/pairing/pairing_system.h"

namespace referee {

/// The bracket that begins with round `first` (from 0) of a history: of the entrants of that round. Nothing
/// if that round has not been paired. It holds pointers into the history. Throws fields::Exception for a
/// damaged store.
std::optional<Bracket> bracket_from(const EncounterRules& rules, const History& history, std::size_t first);

/// The encounters of the next step of a bracket, as those of the history's next round: encounters to play and
/// forfeits of entrants that are withdrawn now, the better seed in the first seat; then byes. Empty: the
/// bracket is over.
std::vector<Encounter> paired_step(const Bracket& bracket, const History& history);

/// The first round of a bracket of these entrants, the best first, as the history's next round. Empty for
/// fewer than two.
std::vector<Encounter> first_step(const EncounterRules& rules, std::vector<Entrant> seeds,
                                  const History& history);

/// Why the result of a match of the bracket has to stand: encounters that follow from it have been paired.
/// Empty if it may change. REQUIRES: there is such an encounter.
std::string why_settled(const Bracket& bracket, const History& history, const MatchPlace& place);

/// Double elimination from the first round on, seeded by pairing number. The entrants are those that are not
/// withdrawn when round 1 is paired.
class BracketPairing final : public PairingSystem {
 public:
  explicit BracketPairing(EncounterRules rules) : rules_(std::move(rules)) {}
  int rounds(std::size_t entrants) const override { return Bracket::steps(entrants); }
  std::vector<Encounter> pair(const History& history) const override;

 private:
  EncounterRules rules_;
};

}  // namespace referee
