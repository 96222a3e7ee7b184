#pragma once

#include <nlohmann/json.hpp>

#include "referee/pages/tournament_snapshot.h"
#include "referee/report/standings_page.h"

// Parts of tournament data that are tables and pictures. `page` is what spectators may see of the snapshot's
// standings: shown_page().
namespace referee::pages {

nlohmann::json crosstable_data(const TournamentSnapshot& snapshot, const StandingsPage& page);
/// The scores of a field, by instance.
nlohmann::json scores_data(const TournamentSnapshot& snapshot, const StandingsPage& page);
nlohmann::json chart_data(const StandingsPage& page);
/// The values of a ladder's first entrants in the course of time; null without a ladder.
nlohmann::json curves_data(const StandingsPage& page);
/// Null as long as the bracket has not been paired.
nlohmann::json bracket_data(const TournamentSnapshot& snapshot, const StandingsPage& page);
/// By round, all that are paired, also frozen ones.
nlohmann::json rounds_data(const TournamentSnapshot& snapshot, const StandingsPage& page);
/// A match that has begun, as the tables of rounds have it.
nlohmann::json played_data(const TournamentSnapshot& snapshot, const StoredAttempt& attempt);

/// A crosstable or a list of scores with more cells than this is left out, or cut: it would fill a page that
/// no one reads.
constexpr std::size_t kMostCells = 20'000;

}  // namespace referee::pages
