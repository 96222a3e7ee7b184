#include "referee/report/field_formats.h"
#include "referee/report/field_table.h"
#include "referee/report/markdown_parts.h"
#include "referee/report/standings_parts.h"

namespace referee {
namespace {

using namespace markdown;

std::string standings(const StandingsPage& page) {
  std::vector<std::string> names{"Rank", "Name"};
  for (const FieldFigure& figure : figures_of({})) {
    names.emplace_back(figure.title);
  }
  names.insert(names.end(), {"Games", "Best", "Mean ms", "Worst ms", "Faults"});
  std::string out = head_of(names, 2);
  for (const StandingsRow& row : page.rows) {
    std::vector<std::string> cells{std::to_string(row.rank), name_cell(row)};
    for (const FieldFigure& figure : figures_of(row.field->summary)) {
      cells.push_back(figure_text(figure.value));
    }
    cells.insert(cells.end(), {std::to_string(row.games), std::to_string(row.wins), mean_ms_text(row.tally),
                               worst_ms_text(row.tally), escaped(faults_text(row.tally))});
    out += line_of(cells);
  }
  return out;
}

std::string scores(const StandingsPage& page) {
  const FieldTable table = field_table_of(page);
  std::vector<std::string> names{"Instance"};
  for (const std::string& name : table.names) {
    names.push_back(escaped(name));
  }
  std::string out = head_of(names, 1);
  for (const FieldTable::Line& line : table.lines) {
    std::vector<std::string> cells{escaped(line.instance)};
    for (const FieldTable::Cell& cell : line.cells) {
      const std::string score = cell.best ? "**" + cell.score + "**" : cell.score;
      cells.push_back(cell.score.empty() ? "" : score + " (" + cell.average + ")");
    }
    out += line_of(cells);
  }
  return out + "\n" + escaped(table.legend) + "\n";
}

}  // namespace

std::string field_markdown(const StandingsPage& page) {
  return "## Standings\n\n" + standings(page) + "\n## Scores\n\n" + scores(page);
}

}  // namespace referee
