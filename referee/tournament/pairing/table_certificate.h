#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "referee/tournament/pairing/table_division.h"
#include "referee/tournament/standings/history.h"

namespace referee {

/// What is proved about the tables of a round, from the tables alone: by trying every exchange of two, and by
/// counting what nobody could avoid.
struct TableCertificate {
  TablesCost cost;
  std::size_t exchanges = 0;  ///< of two at different tables
  /// Those of them that cost less. Not counted where it would leave fewer tables of strangers for the next
  /// round, these are `spared`.
  std::size_t improving = 0;
  std::size_t spared = 0;
  int repeats = 0;         ///< pairs at one table that have met before
  int least_repeats = 0;   ///< a lower bound for them, whoever sits where
  int repeats_so_far = 0;  ///< meetings of two beyond their first, in this round and all before
  int least_so_far = 0;    ///< a lower bound for them: after so many meetings, whoever met whom
  int most_meetings = 0;   ///< of any two, this round included
};

/// `players` are those of `ranked`, in that order; `encounters` their tables in the round after `history`.
TableCertificate certificate_of(const TablePlayers& players, const std::vector<Entrant>& ranked,
                                const History& history, const std::vector<Encounter>& encounters);

/// In one line: "0 of 24 pairs meet again (0 is the least possible) ...".
std::string text_of(const TableCertificate& certificate);

}  // namespace referee
