#pragma once

#include "referee/lab/game_summary.h"
#include "referee/match/attempt.h"

namespace referee {

/// The summary of a match that was played here. REQUIRES: it is not void.
GameSummary summary_of(const PlannedGame& game, const PlayedAttempt& played);

}  // namespace referee
