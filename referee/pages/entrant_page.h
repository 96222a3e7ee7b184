#pragma once

#include <string>
#include <vector>

#include "referee/pages/page_template.h"
#include "referee/pages/tournament_snapshot.h"
#include "referee/report/ladder_entrants.h"

namespace referee::pages {

/// The pages of a ladder's entrants: the place, the versions, the opponents, the values of earlier days and
/// the newest matches of each. They are HTML without a script, and show what spectators may see now.
class EntrantPages {
 public:
  /// REQUIRES: snapshot.is_ladder(). The snapshot outlives it.
  explicit EntrantPages(const TournamentSnapshot& snapshot);

  /// How many entrants have a page: all.
  std::size_t size() const { return page_.rows.size(); }
  /// What stands in <body>. `ending`: of the addresses of pages, ".html" of those that are files.
  std::string body_html(Entrant entrant, const std::string& ending) const;
  /// The text for the title of an entrant's page.
  std::string title(Entrant entrant) const;

 private:
  std::string facts_html(const StandingsRow& row) const;
  std::string versions_html(const LadderEntrant& one) const;
  std::string opponents_html(const LadderEntrant& one, const std::string& ending) const;
  std::string points_html(Entrant entrant) const;
  std::string matches_html(Entrant entrant, const std::string& ending) const;

  const TournamentSnapshot& snapshot_;
  StandingsPage page_;
  std::vector<LadderEntrant> entrants_;  // by row
  std::vector<std::size_t> row_of_;      // by entrant
};

}  // namespace referee::pages
