#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/game.h"
#include "protocol/messages.h"
#include "referee/clocks/clock_spec.h"
#include "referee/record/match_result.h"
#include "referee/record/match_spec.h"

namespace referee {

// What a match says to its players: Match says it, and Asking (referee/lab/) says it again from a record.

/// `start` for the player at `seat`. `players`: names by seat. `measure`: by which that seat's answers are
/// charged. `given_turns`: how many were played before the first one that is asked.
std::string start_line(const MatchSpec& spec, const engines::Game& game,
                       const std::vector<std::string>& players, engines::Seat seat, Measure measure,
                       std::int64_t given_turns);

/// What has become of the turns of one seat.
struct SeatEnd {
  std::optional<protocol::Last> last;  ///< of its latest turn
  std::int64_t faults = 0;             ///< turns whose verdict was not ok
};

/// `end` for the player at `seat`, or `error` referee_error if the match is void.
std::string end_line(const MatchSpec& spec, const MatchResult& result, engines::Seat seat,
                     const SeatEnd& end);

/// `error` for a turn whose verdict is not ok.
std::string fault_line(std::string_view match, std::int64_t turn, protocol::Verdict verdict,
                       const std::string& fault);

}  // namespace referee
