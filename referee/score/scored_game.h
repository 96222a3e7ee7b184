#pragma once

#include <string>
#include <vector>

#include "referee/match/attempt.h"
#include "referee/score/rubric.h"
#include "referee/score/score_report.h"

namespace referee::score {

/// Which game of which item, and who was scored in it.
struct PlayedOrder {
  const Rubric& rubric;
  const RubricItem& item;
  const RubricGame& game;
  std::size_t seat = 0;                   ///< of the submission
  const std::vector<std::string>& typed;  ///< its command for replays
};

/// What is reported of a game that was played; its record and its time are left to the caller.
ScoredGame scored_game(const PlayedOrder& order, const Attempt& played, const MatchResult& result);

/// Why a game does not count although the submission may have done nothing wrong: it is void, or a bot of the
/// rubric has a fault. Empty if it counts.
std::string why_void(const MatchResult& result, std::size_t seat);

}  // namespace referee::score
