#pragma once

#include <string>
#include <string_view>

#include "referee/pages/page_template.h"
#include "referee/pages/tournament_snapshot.h"

namespace referee::pages {

/// Whether browsers can verify records of this tournament, and play them on: their pages have the rules, and
/// the game is one of ours.
bool can_verify(const TournamentSnapshot& snapshot);
/// The address of a page that takes records, at `page`, with one that it opens at once. `record`: the
/// record's address, relative to the page.
std::string verify_link(std::string_view page, std::string_view record);
/// The page that verifies records which a reader gives it. `frame`: has the elements that load "rules.js" and
/// "verify.js". `home`: link of the tournament's page.
std::string verify_page(PageParts frame, std::string_view home);

}  // namespace referee::pages
