#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/report/standings_page.h"

namespace referee {

/// All scores: a line for each instance, a cell for each entrant in the order of the standings.
struct FieldTable {
  static constexpr std::size_t kMostLines =
      1000;  ///< of a field with more instances only the first are shown

  struct Cell {
    std::string score;                     ///< "" if it has none
    std::string average;                   ///< of the scores so far
    bool best = false;                     ///< it alone is the best of the instance
    std::vector<RecordLink> records = {};  ///< if the page links to them
  };
  struct Line {
    std::string instance;
    std::vector<Cell> cells;
  };
  std::vector<std::string> names;
  std::vector<Line> lines;
  std::string legend;  ///< what the cells mean, for people
};
FieldTable field_table_of(const StandingsPage& page);

}  // namespace referee
