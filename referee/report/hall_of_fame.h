#pragma once

#include <string>
#include <vector>

#include "referee/report/standings_page.h"

namespace referee {

/// The best entrants of several fields of one game, "as the handout's table": rank, average, name,
/// tournament.
struct HallOfFame {
  struct Line {
    int rank = 1;  ///< equal ones share the best place: 1, 1, 3
    double average = 0;
    std::size_t games = 0;
    std::string name;
    std::string display;     ///< free text; the name if the entrant has none
    std::string tournament;  ///< its name
    bool finished = false;   ///< the tournament
  };
  std::string game;
  std::vector<Line> lines;  ///< best first, without entrants that have not played
};

/// The standings of one tournament, and what they were read from, for messages.
struct SourcedPage {
  std::string source;
  StandingsPage page;
};
/// Throws std::invalid_argument, naming the source, if a tournament is not a field, or is one of another
/// game.
HallOfFame hall_of_fame_of(const std::vector<SourcedPage>& tournaments);

std::string hall_of_fame_text(const HallOfFame& hall);
std::string hall_of_fame_json(const HallOfFame& hall);
std::string hall_of_fame_csv(const HallOfFame& hall);
std::string hall_of_fame_markdown(const HallOfFame& hall);
std::string hall_of_fame_html(const HallOfFame& hall);

}  // namespace referee
