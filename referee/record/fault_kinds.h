#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/verdict.h"
#include "referee/record/match_result.h"

namespace referee {

/// Why a turn is `disconnected` whose bot is away, and may come back.
inline constexpr std::string_view kAway = "no connection when the turn ended";

/// The faults of one kind that a seat had in a match. A program that has ended is `disconnected` at each turn
/// from then on, and that is one fault.
struct FaultKind {
  protocol::Verdict verdict = protocol::Verdict::ok;
  std::int64_t count = 0;       ///< of them, at least 1
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

/// How many faults of each verdict a seat had: MatchResult::Seat::by_verdict, with the ends of its program
/// counted as FaultKind has them. `kinds`: of this seat.
std::array<std::int64_t, 10> fault_counts(const MatchResult::Seat& seat, const std::vector<FaultKind>& kinds);

/// "once", "12 times"
std::string times_text(std::int64_t count);

}  // namespace referee
