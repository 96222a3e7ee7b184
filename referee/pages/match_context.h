#pragma once

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/pages/tournament_snapshot.h"

namespace referee::pages {

/// How pages in a folder below the tournament's page name each other.
struct PageLinks {
  std::string home = "../";  ///< the tournament's page
  std::string ending = {};   ///< of addresses of pages: ".html" of those that are files

  /// Those of a served page, and of one that is a file of a site.
  static PageLinks served() { return {}; }
  static PageLinks files() { return {"../index.html", ".html"}; }

  std::string match(const std::string& id) const { return "../matches/" + id + ending; }
  std::string entrant(Entrant entrant) const { return "../entrants/" + std::to_string(entrant + 1) + ending; }
};

/// What stands around the pages of matches, as schema/match_context.schema.json describes it, for spectators:
/// the pages of its players, the standings, its round, the games of its encounter.
class MatchContexts {
 public:
  /// `snapshot` outlives it.
  MatchContexts(const TournamentSnapshot& snapshot, PageLinks links)
      : snapshot_(snapshot), links_(std::move(links)) {}

  /// Quick for attempts of one encounter in a row. REQUIRES: spectators may see the attempt.
  nlohmann::json of(const StoredAttempt& attempt);

 private:
  const nlohmann::json& games_of(const MatchPlace& place);

  const TournamentSnapshot& snapshot_;
  const PageLinks links_;
  std::pair<int, int> encounter_{};  // round and table of `games_`
  nlohmann::json games_;             // null: none yet
};

}  // namespace referee::pages
