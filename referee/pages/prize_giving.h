#pragma once

#include <string>

#include "referee/pages/tournament_snapshot.h"
#include "referee/report/standings_page.h"

namespace referee::pages {

/// What a page shows first at the end of a tournament, as sections of HTML: the podium; while results of
/// frozen rounds are hidden, the places that the arbiter has revealed so far; "" before. `page`:
/// shown_page(snapshot). `ending`: of links to pages, as ".html".
std::string prize_giving_html(const TournamentSnapshot& snapshot, const StandingsPage& page,
                              const std::string& ending);

}  // namespace referee::pages
