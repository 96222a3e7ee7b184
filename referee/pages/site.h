#pragma once

#include <cstddef>

#include "referee/pages/site_folder.h"
#include "referee/pages/tournament_snapshot.h"
#include "referee/store/store.h"

namespace referee::pages {

/// What write_site() has done.
struct SiteCount {
  std::size_t matches = 0;  ///< that have a page now
  std::size_t written = 0;  ///< pages that were made now
  std::size_t hidden = 0;   ///< finished matches that have none, because something in them is still secret
  std::size_t unshown = 0;  ///< of the pages: they say that their record cannot be shown
  std::string why_unshown;  ///< of the first
};

/// Writes the pages of a store as files that need no server: index.html is the tournament, tournament.json
/// its data for programs, matches/ID.html a finished match, records/ID.jsonl its record. They hold nothing
/// that spectators may not see now: pages of an earlier time that they may not see any more are removed.
/// Pages of matches that have not changed are not made again. A page whose record cannot be shown is made
/// again by each call. Throws StoreError, SiteRefused, std::system_error, and what TournamentSnapshot throws.
SiteCount write_site(Store& store, const PageTerms& terms, SiteFolder& folder);

}  // namespace referee::pages
