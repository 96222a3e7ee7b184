#pragma once

#include <vector>

#include "referee/tournament/standings/ladder_table.h"
#include "referee/tournament/standings/standings.h"

namespace referee {

/// The standings of a ladder: by the rating of each entrant's present version in whole Elo, or in a game of
/// one seat by its mean score in the closed blocks, best first; equal ones share a rank. Entrants without
/// rating or score share the last one. REQUIRES: history.ladder.
std::vector<StandingsRow> ladder_standings(const History& history);

/// The ratings that these standings show, by entrant.
rating::Ratings ladder_ratings(const LadderTable& table, std::size_t entrants);

}  // namespace referee
