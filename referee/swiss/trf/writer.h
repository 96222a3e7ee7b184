#pragma once

#include <string>
#include <vector>

#include "referee/swiss/tournament.h"

namespace referee::swiss {

/// What a report file has beside the facts that a pairing depends on.
struct TrfFacts {
  std::string type;   ///< free text on the kind of tournament (092)
  std::string start;  ///< the first day, "2026/04/11" (042); empty: not known
  /// Paired by the FIDE Dutch system: says so (192). The edition is the one that was in force on the first
  /// day.
  bool dutch = false;
  std::string tie_breaks;  ///< as the standard codes them, "BH/C1,BH,SB" (202)
  std::vector<int> ranks;  ///< by player; empty: by points and then by pairing number
};

/// The tournament as a report file of TRF26 that programs for TRF16 and TRF(x) can read too: ASCII, lines end
/// with CRLF. Other letters than Western ones become "?", names are cut after 33 letters. Byes of round
/// played + 1 are in its column, those of all later rounds in 240 records.
/// Throws std::length_error for values that do not fit in the columns: more than 9999 players or 999 rounds,
/// points beyond 99.9 or below 0, ratings and ranks beyond 9999.
std::string write_trf(const Tournament& tournament, const TrfFacts& facts = {});

}  // namespace referee::swiss
