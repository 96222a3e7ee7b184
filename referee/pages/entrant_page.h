#pragma once

#include <string>
#include <vector>

#include "referee/pages/match_context.h"
#include "referee/pages/page_template.h"
#include "referee/pages/tournament_snapshot.h"
#include "referee/report/ladder_entrants.h"

namespace referee::pages {

/// The pages of a tournament's entrants: the place, the points or the rating as a curve, the opponents, the
/// results with faults and thinking times, and the versions of each. They are HTML that needs no script, and
/// show what spectators may see now.
class EntrantPages {
 public:
  /// The snapshot outlives it.
  explicit EntrantPages(const TournamentSnapshot& snapshot);

  /// How many entrants have a page: all.
  std::size_t size() const { return page_.history.entrants.size(); }
  /// What stands in <body>.
  std::string body_html(Entrant entrant, const PageLinks& links) const;
  /// The text for the title of an entrant's page.
  std::string title(Entrant entrant) const;

 private:
  const LadderEntrant& ladder_entrant(Entrant entrant) const;
  std::string facts_html(const StandingsRow& row) const;
  std::string ladder_html(Entrant entrant, const PageLinks& links) const;
  std::string ladder_facts_html(const StandingsRow& row) const;
  std::string better_html(const StandingsRow& row) const;
  std::string withdrawn_html(const StandingsRow& row) const;
  std::string versions_html(const LadderEntrant& one) const;
  std::string opponents_html(const LadderEntrant& one, const PageLinks& links) const;
  std::string curve_html(Entrant entrant) const;
  std::string points_html(Entrant entrant) const;
  std::string matches_html(Entrant entrant, const PageLinks& links) const;

  const TournamentSnapshot& snapshot_;
  StandingsPage page_;
  std::vector<LadderEntrant> entrants_;  // ladder_entrants(page_); of a ladder only
};

}  // namespace referee::pages
