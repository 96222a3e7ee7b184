#include "referee/report/field_formats.h"
#include "referee/report/printable.h"
#include "referee/report/rating_text.h"
#include "referee/report/standings_parts.h"
#include "referee/report/text_table.h"

namespace referee {
namespace {

std::string table_text(const StandingsPage& page) {
  const bool swiss = page.ranking == Ranking::swiss;
  std::vector<std::string> head{"", "name", "points", "games", "wins", "mean ms", "worst ms", "h2h", "SB"};
  if (swiss) {
    head.emplace_back("BH");
  }
  head.insert(head.end(), {"Elo", "faults"});
  TextTable table(head, 2);
  for (const StandingsRow& row : page.rows) {
    std::vector<std::string> cells{
        std::to_string(row.rank) + ".", named_row_text(row),      row.points.text(),
        std::to_string(row.games),      std::to_string(row.wins), mean_ms_text(row.tally),
        worst_ms_text(row.tally),       head_to_head_text(row),   decimal_text(row.sonneborn_berger)};
    if (swiss) {
      cells.push_back(decimal_text(row.buchholz));
    }
    cells.insert(cells.end(), {rating_text(rating_of(page, row)), faults_text(row.tally)});
    table.add(std::move(cells));
  }
  std::string out = table.text();
  if (const std::string legend = rating_legend(page); !legend.empty()) {
    out.append(legend).append("\n");
  }
  return out;
}

}  // namespace

std::string standings_text(const StandingsPage& page) {
  return printable(page.tournament, kShownText) + " (" + printable(page.game, kShownText) +
         "): " + progress_text(page) + "\n" +
         (page.ranking == Ranking::field ? field_text(page) : table_text(page));
}

}  // namespace referee
