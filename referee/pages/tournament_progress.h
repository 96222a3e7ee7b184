#pragma once

#include <cstdint>
#include <optional>

#include "referee/pages/tournament_snapshot.h"

// How far a tournament has come.
namespace referee::pages {

/// Whether the attempt has a result, be it struck.
bool is_over(const StoredAttempt& attempt);
std::int64_t matches_done(const TournamentSnapshot& snapshot);
/// Whether the newest round is over, and the next has not begun. False on a ladder and once all is over.
bool is_between_rounds(const TournamentSnapshot& snapshot);
/// Matches of the rounds that are paired, and of those to come: encounters may end early. 0: unknown.
std::int64_t matches_at_most(const TournamentSnapshot& snapshot);
/// How long the matches that are left take at the pace of the newest results. Nothing while nothing is
/// played, with few results, and if there was a pause between them.
std::optional<std::int64_t> seconds_left(const TournamentSnapshot& snapshot, std::int64_t matches_left);

}  // namespace referee::pages
