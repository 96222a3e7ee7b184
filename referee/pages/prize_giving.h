#pragma once

#include <vector>

#include "referee/pages/tournament_snapshot.h"
#include "referee/report/html_sections.h"
#include "referee/report/standings_page.h"

namespace referee::pages {

/// What a page shows first at the end of a tournament: the podium; while results of frozen rounds are hidden,
/// the places that the arbiter has revealed so far; nothing before. `page`: shown_page(snapshot).
std::vector<html::Section> prize_giving(const TournamentSnapshot& snapshot, const StandingsPage& page);

}  // namespace referee::pages
