#include "referee/base/text.h"
#include "referee/base/text_table.h"
#include "referee/report/field_table.h"
#include "referee/report/rating_text.h"
#include "referee/report/standings_page.h"

namespace referee {
namespace {

std::string table_text(const StandingsPage& page) {
  std::vector<std::string> head{"", "name", "points"};
  for (const std::string& code : codes_of(page.tie_breaks)) {
    head.push_back(code);
  }
  head.insert(head.end(), {"games", "wins", "mean ms", "worst ms", "Elo", "faults"});
  TextTable table(head, 2);
  for (const StandingsRow& row : page.rows) {
    std::vector<std::string> cells{std::to_string(row.rank) + ".", named_row_text(row), row.points.text()};
    for (const auto& value : row.tie_breaks) {
      cells.push_back(tie_break_text(value));
    }
    cells.insert(cells.end(),
                 {std::to_string(row.games), std::to_string(row.wins), mean_ms_text(row.tally),
                  worst_ms_text(row.tally), rating_text(rating_of(page, row)), faults_text(row.tally)});
    table.add(std::move(cells));
  }
  std::string out = table.text();
  if (const std::string legend = rating_legend(page); !legend.empty()) {
    out.append(legend).append("\n");
  }
  return out;
}

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

}  // namespace

std::string standings_text(const StandingsPage& page) {
  return printable(page.tournament, kShownText) + " (" + printable(page.game, kShownText) +
         "): " + progress_text(page) + "\n" +
         (page.ranking == Ranking::field ? field_text(page) : table_text(page));
}

}  // namespace referee
