#include "referee/report/field_formats.h"
#include "referee/report/field_table.h"
#include "referee/report/html_parts.h"
#include "referee/report/standings_parts.h"

namespace referee {
namespace {

using namespace html;

std::string row_of(const StandingsRow& row) {
  std::string out = ranked_row(row);
  std::string_view css_class = "points";  // of the mean, which ranks
  for (const FieldFigure& figure : figures_of(row.field->summary)) {
    out += cell(figure_text(figure.value), css_class);
    css_class = "";
  }
  return out + cell(std::to_string(row.games)) + cell(std::to_string(row.wins)) + faults_cell(row.tally) +
         cell(mean_ms_text(row.tally)) + cell(worst_ms_text(row.tally)) + "</tr>\n";
}

/// So that all columns have room on a screen: "Standard<br>error".
std::string on_two_lines(std::string title) {
  if (const std::size_t space = title.find(' '); space != std::string::npos) {
    title.replace(space, 1, "<br>");
  }
  return title;
}

std::string standings(const StandingsPage& page) {
  std::string out = "<thead><tr>" + column("Rank") + column("Name", " class=\"text\"");
  for (const FieldFigure& figure : figures_of({})) {
    out += column(on_two_lines(figure.title));
  }
  for (const char* name : {"Games", "Best", "Faults", "Mean&nbsp;ms", "Worst&nbsp;ms"}) {
    out += column(name);
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const StandingsRow& row : page.rows) {
    out += row_of(row);
  }
  return table_of(
      "standings",
      "Ranked by mean score; equal ones share a rank. Best: instances on which nobody else scored as "
      "much. Times are those charged by the clock, for one turn.",
      out + "</tbody>\n");
}

std::string scores(const StandingsPage& page) {
  const FieldTable table = field_table_of(page);
  std::string out = "<thead><tr>" + column("Instance", " class=\"text\"");
  for (const std::string& name : table.names) {
    out += column(foreign(name));
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const FieldTable::Line& line : table.lines) {
    out += "<tr><th scope=\"row\">" + foreign(line.instance) + "</th>";
    for (const FieldTable::Cell& score : line.cells) {
      out += cell(linked(score.score, score.records) +
                      (score.score.empty() ? "" : "<small>" + score.average + "</small>"),
                  score.best ? "best" : "");
    }
    out += "</tr>\n";
  }
  return table_of("scores", table.legend + " The only best score of an instance is bold.",
                  out + "</tbody>\n");
}

}  // namespace

std::string field_html(const StandingsPage& page) {
  return "<h2>Standings</h2>\n" + standings(page) + "<h2>Scores</h2>\n" + scores(page);
}

}  // namespace referee
