#pragma once

#include "referee/match/attempt.h"
#include "referee/series/game_summary.h"

namespace referee {

/// The summary of a match that was played here. REQUIRES: it is not void.
GameSummary summary_of(const PlannedGame& game, const PlayedAttempt& played);

}  // namespace referee
