#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/verdict.h"
#include "referee/match/match_result.h"

namespace referee {

/// The faults of one kind that a seat had in a match.
struct FaultKind {
  protocol::Verdict verdict = protocol::Verdict::ok;
  std::int64_t count = 0;       ///< turns with this verdict, at least 1
  std::int64_t first_turn = 0;  ///< the first of them, from 0
  std::string reason;           ///< what the bot was told about that one; text from outside
};

/// By seat: the kinds of faults in a record, in the order of their first turns. An absent seat has none, and
/// faults of given turns are not counted: they are of other players.
/// REQUIRES: a record that this program wrote, of a match with `seats` seats.
std::vector<std::vector<FaultKind>> fault_kinds_of(std::string_view record, std::size_t seats);

/// By seat: the kinds of faults of a match that was played here, in the order of their first turns. Its
/// record is read only if a seat has a fault.
std::vector<std::vector<FaultKind>> fault_kinds_of(const MatchResult& result);

/// Counts one more fault among `kinds`. `reason` is kept of the first one of its kind.
void add_fault(std::vector<FaultKind>& kinds, protocol::Verdict verdict, std::int64_t turn,
               const std::string& reason);

/// "once", "12 times"
std::string times_text(std::int64_t count);

}  // namespace referee
