#pragma once

#include <string>

#include "referee/match/match_result.h"
#include "referee/match/match_spec.h"

namespace referee {

/// The result of a match that was played elsewhere, as its whole record has it: all of MatchResult but
/// Seat::wall_over, which records do not have. The record is played again, and has to be that of this attempt
/// with these players. `players`: names by seat. Throws std::runtime_error, for people, if it is not.
MatchResult recorded_result(std::string record, const MatchSpec& spec,
                            const std::vector<std::string>& players);

}  // namespace referee
