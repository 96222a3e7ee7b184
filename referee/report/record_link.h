#pragma once

#include <string>
#include <vector>

#include "referee/report/standings_page.h"

namespace referee {

/// A game of a cell of the standings, and where its record is.
struct RecordLink {
  std::string label;  ///< "1": the first game of the cell
  std::string href;
};

/// The links of an entrant's finished games in an encounter; none if the page links to no records. A struck
/// game is counted, but has no link: its record is one of a void match now. `position`: of the entrant, where
/// each plays a match of its own. `before`: games that the cell has from earlier encounters.
std::vector<RecordLink> record_links(const StandingsPage& page, const PlayedEncounter& played,
                                     std::size_t position, std::size_t before = 0);

}  // namespace referee
