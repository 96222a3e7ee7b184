#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/swiss/trf/reader.h"
#include "referee/tournament/standings/tie_breaks/tie_breaker.h"

namespace referee {

/// The standings of a report file, of a Swiss at tables of two, by any program. Games without a result are
/// not decided; the first day, ratings and names are those of the file.
struct TrfStandings {
  std::string file;  ///< its name in messages
  swiss::TrfReport report;
  TieBreaker breaker;
  std::vector<int> ranks;                    ///< by player; equal ones share the best place
  std::vector<swiss::PlayerIndex> in_order;  ///< best first, equal ones by number
  std::vector<std::string> warnings;         ///< "FILE: what is left out", for people
};

/// How standings of a report file are made.
struct TrfStandingsRules {
  /// Codes of C.07, divided by commas; empty: those of the file (202, 212), else those of a Swiss.
  std::string tie_breaks;
  /// Article 10: the rating that players without one count as; 0: the tie-breaks by ratings are left out
  /// where a player has none.
  int unrated = 0;
  /// The edition of C.07. Nothing: the newest one, with a warning where the tournament began before it, and
  /// where the day of a tournament whose values would be others is not known.
  std::optional<TieBreakEdition> edition = std::nullopt;
};

/// Throws std::invalid_argument, naming the place, for codes that are not known.
TrfStandings trf_standings_of(swiss::TrfReport report, const std::string& file,
                              const TrfStandingsRules& rules);

/// The table for a terminal.
std::string trf_standings_text(const TrfStandings& standings);
/// One JSON object: name, rounds, played, tie_breaks, their edition ("2026"), and the players best first,
/// each with rank, id, name, rating, points and the values of its tie-breaks.
std::string trf_standings_json(const TrfStandings& standings);
/// RFC 4180: the same as a table.
std::string trf_standings_csv(const TrfStandings& standings);
/// The report file `text`, from which the standings were made, with their ranks, points and tie-breaks (202).
std::string trf_standings_trf(const TrfStandings& standings, std::string_view text);
/// How a player got its place: as explanation_text().
std::string trf_explanation(const TrfStandings& standings, swiss::PlayerIndex player);

}  // namespace referee
