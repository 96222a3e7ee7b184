#pragma once

#include <vector>

#include "referee/rating/rating.h"
#include "referee/tournament/standings/standings.h"

namespace referee {

/// The games from which strengths are estimated, players being entrants: those that the standings count (of
/// decided encounters between entrants who are not annulled, none struck), ranked by their scores among the
/// entrants who came; none of which fewer than two came to. Where entrants play apart nobody has a first
/// seat.
std::vector<rating::RankedGame> rated_games(const EncounterRules& rules, const History& history,
                                            const std::vector<StandingsRow>& rows);

/// The ratings of entrants, and what the first seat is worth, from rated_games().
rating::Ratings ratings_of(const EncounterRules& rules, const History& history,
                           const std::vector<StandingsRow>& rows);

}  // namespace referee
