#pragma once

#include <string>

#include "referee/record/match_result.h"
#include "referee/record/match_spec.h"

namespace referee {

/// The result of a match that was played elsewhere, as its whole record has it: all of MatchResult but
/// Seat::wall_over, which records do not have. The record is played again, and has to be that of this attempt
/// with these players. `players`: names by seat. Throws std::runtime_error, for people, if it is not.
MatchResult recorded_result(std::string record, const MatchSpec& spec,
                            const std::vector<std::string>& players);

/// The whole record of a match that a worker has played, which recorded_result() has taken: its header names
/// the worker as the database does. `role`: as which its session has logged in, "" if that is not known;
/// `name`: as it has called itself when it claimed the match. Throws std::runtime_error if the header has no
/// worker.
std::string with_worker(const std::string& record, const std::string& name, const std::string& role);

}  // namespace referee
