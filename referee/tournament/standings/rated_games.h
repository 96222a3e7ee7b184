#pragma once

#include <vector>

#include "referee/statistics/rating.h"
#include "referee/tournament/standings/standings.h"

namespace referee {

/// The games from which strengths are estimated, with entrants as players: those that the standings count (of
/// decided encounters between entrants that are not annulled, none struck), ranked by their scores among the
/// entrants that came. Games to which fewer than two came are left out. Where entrants play apart, no entrant
/// has a first seat.
std::vector<rating::RankedGame> rated_games(const EncounterRules& rules, const History& history,
                                            const std::vector<StandingsRow>& rows);

/// The ratings of entrants, and what the first seat is worth, from rated_games().
rating::Ratings ratings_of(const EncounterRules& rules, const History& history,
                           const std::vector<StandingsRow>& rows);

}  // namespace referee
