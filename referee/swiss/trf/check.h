#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/swiss/pairing.h"
#include "referee/swiss/tournament.h"

namespace referee::swiss {

/// A round with another pairing than the rules give.
struct RoundDifference {
  int round = 1;                    ///< from 1
  std::vector<std::string> paired;  ///< in the file only: "4-7" (white first), "bye 5"
  std::vector<std::string> ruled;   ///< in the rules' pairing only; empty if they allow none
  std::string no_pairing;           ///< why the rules allow no pairing; empty if they allow one

  /// "round 3: paired 4-7 bye 5, the rules give 4-5 bye 7"
  std::string text() const;
};

/// The function that pairs a round: pair_round(), except in tests.
using PairRound = std::function<RoundPairing(const Tournament&)>;

/// Pairs every round that was played again, from what was known before it, and tells the differences. A
/// player who was absent from a round or had a requested bye did not take part in it; a forfeited pairing
/// counts as paired. The order of boards is not in a report file. Where the file has no colours for a
/// forfeited pairing, the players alone are compared; a forfeit win without an opponent is taken for the bye.
/// REQUIRES: tournament.rounds >= tournament.played.
std::vector<RoundDifference> check_rounds(const Tournament& tournament, const PairRound& pair = pair_round);

/// The tournament as it was before a round (from 1, at most played): its absences are requested byes.
Tournament before_round(const Tournament& tournament, int round);

}  // namespace referee::swiss
