#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "referee/pages/tournament_snapshot.h"

namespace referee::pages {

/// Tournament data, as schema/tournament_data.schema.json describes them, for spectators: nothing of it is
/// secret. `version`: how many versions the caller has made before.
nlohmann::json tournament_data(const TournamentSnapshot& snapshot, std::int64_t version = 0);

/// What the scripts of the page need of tournament_data(), beside the page itself: without the explanations
/// and charges of each entrant.
nlohmann::json without_explanations(nlohmann::json data);
/// That, without what the page shows as tables and drawings.
nlohmann::json without_tables(nlohmann::json data);

/// The standings as spectators may see them: with the names that are shown, without frozen rounds, and with
/// links to pages that they may open. `ending`: of the addresses of pages, ".html" of those that are files.
/// The snapshot outlives it.
StandingsPage shown_page(const TournamentSnapshot& snapshot, const std::string& ending = "");

/// The most that a turn should cost by that clock, in microseconds; nothing: it has no bound of one turn.
std::optional<std::int64_t> budget_of_turn(const std::optional<ClockSpec>& clock);

}  // namespace referee::pages
