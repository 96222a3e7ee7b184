#pragma once

#include <string>
#include <vector>

#include "referee/report/standings_page.h"

namespace referee {

/// Who met whom, with what result: a row for each entrant, in the order of the standings and numbered so.
///
/// By opponents: a column for each entrant, with the points won against it. By rounds: a column for each
/// round, "R3", in a bracket "Semi-final, Lower round 1";
/// "+5", "=5" or "-5" against number 5 at tables of two; "2. of 4 (T1)" at table 1 of k, "2.=" if shared.
/// By instances: a column for each instance, with the score. By blocks: a column for each of the newest
/// closed blocks, with the mean score.
struct Crosstable {
  struct Cell {
    enum class Kind {
      empty,  ///< not met, not decided
      self,   ///< on the diagonal
      win,
      draw,
      loss,
      other  ///< placed between first and last at a table, or of an annulled entrant
    };
    std::string text;
    Kind kind = Kind::empty;
    std::vector<RecordLink> records = {};  ///< of its games, if the page links to them
  };
  struct Row {
    int number = 1;  ///< from 1
    std::string name;
    std::string display;
    std::vector<Cell> cells;  ///< by column
    std::string total;  ///< what decides its place: points, how far it came in a bracket, on a ladder the
                        ///< rating or mean score
  };
  std::vector<std::string> columns;
  std::string total = "Points";  ///< what Row::total is, for people: "Result" once there is a bracket
  std::vector<Row> rows;
  std::string legend;  ///< what the cells mean, for people
};

Crosstable crosstable_of(const StandingsPage& page);

/// By row of the standings: the name of the entrant where only one has room. It is the display, which stands
/// first in all tables of the page, or the name, which stands behind it, if several entrants have that
/// display.
std::vector<std::string> labels_of(const StandingsPage& page);
/// labels_of() by entrant; of an entrant whose row is withheld, the name.
std::vector<std::string> names_by_entrant(const StandingsPage& page);

}  // namespace referee
