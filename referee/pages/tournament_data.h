#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "referee/pages/tournament_snapshot.h"

namespace referee::pages {

/// Tournament data, as schema/tournament_data.schema.json describes them, for spectators, as JSON text:
/// nothing of it is secret. `version`: how many versions the caller has made before.
std::string tournament_data(const TournamentSnapshot& snapshot, std::int64_t version = 0);

/// What the scripts of the tournament's page need of it, beside the page itself: without explanations and
/// charges, and without what the page has as tables and drawings. `page`: shown_page().
nlohmann::json page_data(const TournamentSnapshot& snapshot, const StandingsPage& page, std::int64_t version);

/// The standings as spectators may see them: with the names that are shown, without frozen rounds, and with
/// links to pages that they may open. `ending`: of the addresses of pages, ".html" of those that are files.
/// The snapshot outlives it.
StandingsPage shown_page(const TournamentSnapshot& snapshot, const std::string& ending = "");

/// The most that a turn should cost by that clock, in microseconds; nothing: it has no bound of one turn.
std::optional<std::int64_t> budget_of_turn(const std::optional<ClockSpec>& clock);

}  // namespace referee::pages
