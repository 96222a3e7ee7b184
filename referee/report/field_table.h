#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/report/standings_page.h"

// What the standings of a field have in common in all formats.
namespace referee {

/// One figure of an entrant's scores.
struct FieldFigure {
  const char* key;              ///< in JSON and CSV
  const char* title;            ///< over a column
  std::optional<double> value;  ///< nothing: not defined for so few scores
};
/// Mean, standard error, minimum, quartiles, maximum, in this order; without a score they are nothing.
std::vector<FieldFigure> figures_of(const ScoreSummary& summary);
/// With two decimals at most, or "-".
std::string figure_text(const std::optional<double>& value);

/// All scores: a line for each instance, a cell for each entrant in the order of the standings.
struct FieldTable {
  static constexpr std::size_t kMostLines =
      1000;  ///< of a field with more instances only the first are shown

  struct Cell {
    std::string score;                     ///< "" if it has none
    std::string average;                   ///< of the scores so far
    bool best = false;                     ///< of the instance, alone
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
