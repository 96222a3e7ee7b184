#pragma once

#include "referee/record/openings.h"
#include "referee/tournament/config/config.h"

namespace referee {

/// How the matches of a ladder begin. Throws std::invalid_argument, which names the file and the key, for
/// openings that cannot be played, and engines::RulesFailure. REQUIRES: config.format->ladder().
Openings ladder_openings(const TournamentConfig& config);

}  // namespace referee
