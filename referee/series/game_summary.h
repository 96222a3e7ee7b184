#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/units.h"
#include "referee/record/fault_kinds.h"
#include "referee/record/match_result.h"
#include "referee/series/series_plan.h"

namespace referee {

/// What a series keeps of a game that is over: little, so that a series of a million games fits into memory.
struct GameSummary {
  struct Seat {
    double score = 0;
    int rank = 1;
    std::int64_t turns = 0;  ///< that the bot was asked
    Microseconds used{0};    ///< charged in all
    Microseconds worst{0};   ///< charged at most for a turn
    std::vector<FaultKind> faults = {};
    std::string content = {};  ///< SHA-256 of what the bot's command named; "": the record does not have it
    WallOver wall_over = {};   ///< of a game that was played here: records do not have it

    std::int64_t fault_count() const;
  };
  PlannedGame game;
  std::uint64_t seed = 0;
  std::int64_t turns = 0;
  std::vector<Seat> seats;
  std::string moves_sha256;  ///< MovesDigest
};

/// The summary of a record of this program. Throws std::runtime_error for a text that is not the record of a
/// match that counts, with as many seats as the game.
GameSummary summary_of(const PlannedGame& game, std::string_view record);

}  // namespace referee
