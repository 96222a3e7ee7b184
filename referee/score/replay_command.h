#pragma once

#include <string>
#include <vector>

#include "referee/match/attempt.h"
#include "referee/score/rubric.h"

namespace referee::score {

/// The command line that plays a game of an item again, in one shell-quoted line: `referee match` with seed,
/// salt, clock, options, and the bots of `by_seat`, which have the
/// adapter and the stdio of `submission` unless they are sample bots.
std::string replay_command(const engines::Entry& game, const RubricItem& item, const RubricGame& played,
                           const std::vector<std::vector<std::string>>& by_seat, const Contender& submission);

}  // namespace referee::score
