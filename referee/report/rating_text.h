#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/report/standings_page.h"

// Ratings as the standings show them: whole Elo, because rounding makes them the same on every machine.
namespace referee {

/// A rating in whole Elo.
struct WholeElo {
  long elo = 0;
  long low = 0;  ///< of the 95% interval
  long high = 0;
};
std::optional<WholeElo> whole(const std::optional<rating::Estimate>& estimate);
/// The rating of an entrant; nothing if none of its games is rated.
std::optional<WholeElo> rating_of(const StandingsPage& page, const StandingsRow& row);

/// Whether any entrant has a rating.
bool has_ratings(const StandingsPage& page);
/// "35 (-60..130)", or "-".
std::string rating_text(const std::optional<WholeElo>& rating);
/// What the numbers mean, and the first seat's worth, in a sentence or two; "" without ratings.
std::string rating_legend(const StandingsPage& page);

/// {"elo":35,"low":-60,"high":130}, or null.
std::string rating_json(const std::optional<WholeElo>& rating);
/// Three cells of CSV: elo, elo_low, elo_high; empty without a rating.
std::vector<std::string> rating_cells(const std::optional<WholeElo>& rating);

}  // namespace referee
