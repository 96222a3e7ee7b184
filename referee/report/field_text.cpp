#include "referee/base/printable.h"
#include "referee/base/text_table.h"
#include "referee/report/field_formats.h"
#include "referee/report/field_table.h"
#include "referee/report/standings_parts.h"

namespace referee {

std::string field_text(const StandingsPage& page) {
  TextTable table({"", "name", "mean", "std err", "min", "Q1", "median", "Q3", "max", "games", "best",
                   "mean ms", "worst ms", "faults"},
                  2);
  for (const StandingsRow& row : page.rows) {
    std::vector<std::string> cells{std::to_string(row.rank) + ".", named_row_text(row)};
    for (const FieldFigure& figure : figures_of(row.field->summary)) {
      cells.push_back(figure_text(figure.value));
    }
    cells.insert(cells.end(), {std::to_string(row.games), std::to_string(row.wins), mean_ms_text(row.tally),
                               worst_ms_text(row.tally), faults_text(row.tally)});
    table.add(std::move(cells));
  }
  return table.text();
}

}  // namespace referee
