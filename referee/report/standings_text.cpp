#include "referee/report/standings_text.h"

#include "referee/base/text.h"
#include "referee/base/text_table.h"
#include "referee/report/bracket_text.h"
#include "referee/report/machine_lines.h"
#include "referee/report/rating_text.h"

namespace referee {
namespace {

std::vector<std::string> head_of(const StandingsPage& page) {
  std::vector<std::string> head{"", "name"};
  for (const StandingsColumn& column : page.layout().results) {
    head.push_back(column.abbreviation);
  }
  for (const std::string& code : codes_of(page.tie_breaks())) {
    head.push_back(code);
  }
  const bool meet = page.layout().entrants_meet;
  head.insert(head.end(), {"games", meet ? "games won" : "best", "mean ms", "worst ms"});
  if (meet) {
    head.emplace_back("Elo");
  }
  head.emplace_back("faults");
  return head;
}

std::vector<std::string> text_cells(const StandingsPage& page, const StandingsRow& row) {
  std::vector<std::string> cells{is_ranked(row) ? rank_text(row) + "." : rank_text(row), named_row_text(row)};
  for (const StandingsColumn& column : page.layout().results) {
    cells.push_back(column.text(row));
  }
  for (const auto& value : row.tie_breaks) {
    cells.push_back(tie_break_text(value));
  }
  cells.insert(cells.end(), {std::to_string(row.games), std::to_string(row.wins), mean_ms_text(row.tally),
                             worst_ms_text(row.tally)});
  if (page.layout().entrants_meet) {
    cells.push_back(rating_text(rating_of(page, row)));
  }
  cells.push_back(faults_text(row.tally));
  return cells;
}

}  // namespace

std::string standings_text(const StandingsPage& page) { return standings_text(page, TextTable::kUnbounded); }

std::string standings_text(const StandingsPage& page, std::size_t width) {
  TextTable table(head_of(page), 2);
  for (const StandingsRow& row : page.rows) {
    table.add(text_cells(page, row));
  }
  std::string out = printable(page.tournament, kShownText) + " (" + printable(page.game, kShownText) +
                    "): " + progress_text(page) + "\n" + table.text(width);
  if (const std::string legend = rating_legend(page); page.layout().entrants_meet && !legend.empty()) {
    out.append(legend).append("\n");
  }
  if (has_staff(page)) {
    out.append(staff_legend(page)).append("\n");
  }
  if (const auto picture = page.format->bracket(page.history)) {
    for (const BracketPicture::Part& part : picture->parts) {
      out.append("\n").append(part.title).append("\n").append(bracket_part_text(page, part));
    }
  }
  if (!page.machines.empty()) {
    out.append("\n").append(machines_text(page.machines)).append("\n");
    for (const std::string& line : machine_lines(page.machines)) {
      out.append("  ").append(line).append("\n");
    }
  }
  return out;
}

}  // namespace referee
