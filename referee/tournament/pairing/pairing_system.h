#pragma once

#include <string>
#include <vector>

#include "referee/tournament/standings/history.h"

namespace referee {

/// The pairing of a round.
struct PairedRound {
  std::vector<Encounter> encounters;  ///< in the order of tables, byes and forfeits last
  std::string note;                   ///< what the standings should say of it; mostly empty
};

/// Decides who meets whom. Pure: the same history gives the same pairing, on every machine.
class PairingSystem {
 public:
  virtual ~PairingSystem() = default;
  /// How many rounds a tournament of that many entrants has.
  virtual int rounds(std::size_t entrants) const = 0;
  /// The encounters of round history.rounds.size() + 1, in the order of tables, byes and forfeits last.
  /// Empty: all rounds have been played, or no entrant is left to play. REQUIRES: the encounters of all
  /// rounds before are decided.
  virtual std::vector<Encounter> pair(const History& history) const = 0;
  /// The encounters that pair() returns, with a note for the standings, which is mostly empty.
  virtual PairedRound pair_with_note(const History& history) const { return {pair(history), ""}; }
  /// A line for the log about how good `encounters` are, which pair(history) has given. It may be empty.
  virtual std::string remark(const History&, const std::vector<Encounter>&) const { return ""; }
};

}  // namespace referee
