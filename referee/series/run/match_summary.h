#pragma once

#include <string>

#include "referee/match/attempt.h"
#include "referee/match/record_files.h"

namespace referee {

/// The result of an attempt for people. A table: seat, bot, rank, score, turns, times and faults by kind; in
/// a game of one seat there are no ranks. Below it, for each seat: every kind of fault with its count, first
/// turn and reason; how a bot that ended badly did so, with what it wrote to standard error. `files`: where
/// that is kept too, if it is.
std::string summary_of(const PlayedAttempt& played, const RecordFiles* files = nullptr);

}  // namespace referee
