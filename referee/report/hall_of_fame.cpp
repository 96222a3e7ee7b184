#include "referee/report/hall_of_fame.h"

#include <stdexcept>

#include "referee/tournament/standings/shared_ranks.h"

namespace referee {

HallOfFame hall_of_fame_of(const std::vector<SourcedPage>& tournaments) {
  HallOfFame hall;
  for (const auto& [source, page] : tournaments) {
    if (page.ranking != Ranking::field) {
      throw std::invalid_argument(source + ": " + page.tournament +
                                  " is no field: a hall of fame is made of tournaments ranked by mean score");
    }
    if (hall.game.empty()) {
      hall.game = page.game;
    } else if (hall.game != page.game) {
      throw std::invalid_argument(source + ": " + page.tournament + " is one of " + page.game +
                                  ", expected one of " + hall.game + " as the first one");
    }
    for (const StandingsRow& row : page.rows) {
      if (row.games > 0) {
        hall.lines.push_back({1, row.field->summary.mean, row.field->summary.count, row.name, row.display,
                              page.tournament, page.finished});
      }
    }
  }
  rank_best_first(hall.lines, [](const HallOfFame::Line& line) { return line.average; });
  return hall;
}

}  // namespace referee
