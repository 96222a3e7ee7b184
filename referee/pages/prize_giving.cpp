#include "referee/pages/prize_giving.h"

#include <string>

#include "referee/pages/podium.h"
#include "referee/pages/reveal.h"

namespace referee::pages {

std::vector<html::Section> prize_giving(const TournamentSnapshot& snapshot, const StandingsPage& page) {
  if (const auto podium = podium_of(snapshot, page)) {
    return {{"podium", "Podium", podium_html(*podium, page)}};
  }
  const Reveal reveal = reveal_of(snapshot, page);
  if (reveal.places.empty()) {
    return {};
  }
  return {{"reveal",
           "Reveal: place " + std::to_string(reveal.places.front().rank) + " of " +
               std::to_string(reveal.entrants),
           reveal_html(reveal)}};
}

}  // namespace referee::pages
