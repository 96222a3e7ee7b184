#pragma once

#include <string>
#include <vector>

#include "referee/report/standings_page.h"

namespace referee {

/// How the points came together.
struct PointsByRound {
  int rounds = 0;  ///< the last one with a decided encounter that counts
  struct Line {
    std::string name;
    std::vector<Points> after;  ///< after round 0, which is nothing, 1, 2 ... `rounds`
  };
  std::vector<Line> lines;  ///< in the order of the standings, without annulled entrants
};
/// Of the encounters of stage 0 that the standings count: the last figure of each line is its points there.
PointsByRound points_by_round(const StandingsPage& page);

/// A chart of it for the HTML page: the first kNamedLines in colour and with their names, the others grey. ""
/// before anything is decided.
std::string points_chart_html(const StandingsPage& page);
constexpr std::size_t kNamedLines = 10;

}  // namespace referee
