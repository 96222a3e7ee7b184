#pragma once

#include <string>

#include "referee/pages/match_context.h"
#include "referee/pages/tournament_snapshot.h"

namespace referee::pages {

/// What the page of an entrant tells in a format with rounds: how its points grew, whom it has met, and each
/// of its encounters with faults and thinking times. `page`: shown_page(snapshot); what it leaves out, as
/// frozen rounds, is not told. HTML.
std::string entrant_results_html(const TournamentSnapshot& snapshot, const StandingsPage& page,
                                 Entrant entrant, const PageLinks& links);

}  // namespace referee::pages
