#pragma once

#include <string>
#include <vector>

#include "referee/report/standings_page.h"

namespace referee {

/// The points of all entrants after each round.
struct PointsByRound {
  int rounds = 0;  ///< the last one with a decided encounter that counts
  struct Line {
    Entrant entrant = 0;
    std::string name;           ///< labels_of(page)
    std::vector<Points> after;  ///< after rounds 0 (no points), 1, 2 ... `rounds`
  };
  std::vector<Line> lines;  ///< in the order of the standings, without annulled entrants
};
/// The points from encounters of stage 0 that the standings count: each line ends with the entrant's points
/// in the standings.
PointsByRound points_by_round(const StandingsPage& page);

}  // namespace referee
