#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "referee/match/attempt.h"
#include "referee/match/match_job.h"

namespace referee::score {

/// What decides a match beside its job.
struct GameTerms {
  std::size_t plies = 0;   ///< how many turns MatchJob::opening draws
  std::size_t number = 0;  ///< of its group: two groups that draw one instance are two games
};

/// A name for a match that is made of all that decides it: rules, options, seed, drawn turns, clock, and who
/// plays which program at which seat. So a match that was played has its name in every later run on the same
/// terms, and no other match has it. REQUIRES: MatchSpec::versions of all seats.
std::string name_by_content(const MatchJob& job, GameTerms terms);

/// The match of `job` as an earlier run has played it, by the record in that file: without what its bots have
/// left behind. Nothing if there is no such file; nothing either, with a warning in the log, if it is not the
/// whole and true record of this match, which counts. Plays the record again: for a thread of its own.
std::optional<PlayedAttempt> kept_game(const MatchJob& job, const std::filesystem::path& record);

}  // namespace referee::score
