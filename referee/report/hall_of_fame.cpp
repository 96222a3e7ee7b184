#include "referee/report/hall_of_fame.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

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
  std::ranges::stable_sort(hall.lines, std::greater<>(), &HallOfFame::Line::average);
  for (std::size_t i = 0; i < hall.lines.size(); ++i) {
    const bool shared = i > 0 && hall.lines[i].average == hall.lines[i - 1].average;
    hall.lines[i].rank = shared ? hall.lines[i - 1].rank : static_cast<int>(i) + 1;
  }
  return hall;
}

}  // namespace referee
