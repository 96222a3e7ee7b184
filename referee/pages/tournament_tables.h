#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "referee/pages/tournament_snapshot.h"
#include "referee/report/standings_page.h"

// Parts of tournament data that are tables and pictures. `page` is what spectators may see of the snapshot's
// standings: shown_page().
namespace referee::pages {

nlohmann::json crosstable_data(const StandingsPage& page);
/// The scores of a field, by instance.
nlohmann::json scores_data(const StandingsPage& page);
nlohmann::json chart_data(const StandingsPage& page);
/// The values of a ladder's first entrants in the course of time; null without a ladder.
nlohmann::json curves_data(const StandingsPage& page);
/// Null as long as the bracket has not been paired.
nlohmann::json bracket_data(const TournamentSnapshot& snapshot, const StandingsPage& page);
/// By round, all that are paired, also frozen ones.
nlohmann::json rounds_data(const TournamentSnapshot& snapshot, const StandingsPage& page);
/// The matches of a table that have begun, in the order of their numbers.
std::vector<const StoredAttempt*> matches_of(const TournamentSnapshot& snapshot, const Encounter& encounter);
/// {"text":"12 : 8 bricks","values":[12,8]}; null where the scores decide.
nlohmann::json deciding_data(const DecidingCount& count);
/// A match that has begun, as the tables of rounds have it.
nlohmann::json played_data(const TournamentSnapshot& snapshot, const StoredAttempt& attempt);

/// How many of the newest matches of a ladder are told.
constexpr std::size_t kMostLatest = 100;

}  // namespace referee::pages
