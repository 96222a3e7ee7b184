#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/swiss/tournament.h"
#include "referee/swiss/trf/records.h"

namespace referee::swiss::trf {

/// Puts the records of a file together. Adds a warning where the file asks for ranks and these differ from
/// the ids. REQUIRES: at least one player. Throws TrfError where records contradict each other.
Tournament assembled(Records& records);

/// Throws TrfError unless opponents name each other, have opposite colours and results that go together, and
/// each round has at most one bye. REQUIRES: players[i].id is i + 1.
void check_pairs(const std::vector<PlayerRecord>& players);

}  // namespace referee::swiss::trf

namespace referee::swiss {

/// What a report file says.
struct TrfReport {
  /// `rounds` is 0 where the file does not say how many there are; `initial_colour` is what the file states.
  Tournament tournament;
  std::string start;                  ///< the first day as the file writes it (042); may be empty
  std::optional<std::string> day;     ///< the first day as YYYY/MM/DD, if 042 is one
  std::string tie_breaks;             ///< 202, else 212: "BH/C1,BH,SB"; empty without both
  std::vector<std::string> warnings;  ///< "FILE:LINE: what is left out", for people
};

/// Reads a tournament report file, TRF16, TRF26 or TRF(x): README.md beside this file names the records.
/// Games without a result are open. The rounds up to the last one in which a player was paired have been
/// played; byes in later ones are requests. `file` names the file in messages. Throws TrfError for text that
/// is not such a file, contradicts itself, or has a record that would change the pairing in a way that is not
/// supported; for `standings` only if it would change these.
TrfReport read_trf(std::string_view text, const std::string& file, TrfUse use = TrfUse::pairing);

/// Whether text of any origin is a report file: some line is the record of a player (001).
bool is_trf(std::string_view text);

}  // namespace referee::swiss
