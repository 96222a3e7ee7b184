#pragma once

#include <cstdint>
#include <string>

#include "referee/pages/page_template.h"
#include "referee/pages/tournament_snapshot.h"

namespace referee::pages {

/// The page of a tournament for spectators, whole without a script: nothing of it is secret. `frame`: what
/// loads its styles and scripts, and `more_html` may have the part "lobby"; its title and other parts are
/// added. `version`: as in tournament_data().
std::string tournament_page(const TournamentSnapshot& snapshot, PageParts frame, std::int64_t version = 0);

}  // namespace referee::pages
