#pragma once

#include "referee/pages/tournament_snapshot.h"
#include "referee/report/round_list.h"

namespace referee::pages {

/// The rounds as spectators may see them, with their running matches, frozen rounds too; of a ladder its
/// newest matches. `page`: shown_page() of the same snapshot.
RoundList shown_rounds(const TournamentSnapshot& snapshot, const StandingsPage& page);

}  // namespace referee::pages
