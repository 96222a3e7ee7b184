#pragma once

#include <string>
#include <vector>

#include "referee/sandbox/confinement.h"
#include "referee/score/rubric.h"

namespace referee::score {

/// The command line that plays a game of an item again, in one shell-quoted line: `referee match` with seed,
/// salt, clock, options, and the bots of `by_seat`; `adapter`: of those that are no sample bots, may be null.
std::string replay_command(const engines::Entry& game, const RubricItem& item, const RubricGame& played,
                           const std::vector<std::vector<std::string>>& by_seat, const Adapter* adapter);

}  // namespace referee::score
