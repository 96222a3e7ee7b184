#pragma once

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "referee/pages/tournament_snapshot.h"
#include "referee/report/standings_page.h"

// Parts of tournament data that are tables and pictures. `page` is what spectators may see of the snapshot's
// standings: shown_page(). What grows with the matches is appended as text, without a tree: the data of a
// long tournament are megabytes.
namespace referee::pages {

/// Null if it has too many cells to be read.
void write_crosstable(protocol::JsonWriter& out, const StandingsPage& page);
/// The scores of a field, by instance.
void write_scores(protocol::JsonWriter& out, const StandingsPage& page);
/// By round, all that are paired, also frozen ones.
void write_rounds(protocol::JsonWriter& out, const TournamentSnapshot& snapshot, const StandingsPage& page);
nlohmann::json chart_data(const StandingsPage& page);
/// The values of a ladder's first entrants in the course of time; null without a ladder.
nlohmann::json curves_data(const StandingsPage& page);
/// Null as long as the bracket has not been paired.
nlohmann::json bracket_data(const TournamentSnapshot& snapshot, const StandingsPage& page);

/// How many of the newest matches of a ladder are told.
constexpr std::size_t kMostLatest = 100;

}  // namespace referee::pages
