#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/pages/tournament_snapshot.h"
#include "referee/report/standings_page.h"

namespace referee::pages {

/// The places of the final standings that the arbiter has revealed one after the other, from the last on,
/// while the results of frozen rounds are hidden: nothing of the places above them is in it, and nothing of
/// places that Visibility::last_place() hides.
struct Reveal {
  struct Place {
    int rank = 1;
    bool ranked = true;  ///< false: it has not played, so it has no place
    Entrant entrant = 0;
    std::string name;
    std::string result;             ///< what decides the place: "5.5", "out in the lower final"
    std::optional<int> before = 1;  ///< its rank before the frozen rounds; nothing: it is not shown
  };
  std::string title;          ///< of the result: "Points"
  std::vector<Place> places;  ///< the best, which is the newest, first
  std::size_t entrants = 0;   ///< of the tournament
};

/// Without places if none is revealed so far, or if nothing is hidden. `page`: shown_page(snapshot).
Reveal reveal_of(const TournamentSnapshot& snapshot, const StandingsPage& page);

/// "" without places.
std::string reveal_html(const Reveal& reveal);

/// {"places": [...], "entrants": N} as tournament data have it; null without places.
nlohmann::json reveal_data(const Reveal& reveal);

}  // namespace referee::pages
