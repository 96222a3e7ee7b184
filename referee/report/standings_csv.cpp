#include "protocol/verdict.h"
#include "referee/base/csv.h"
#include "referee/base/text.h"
#include "referee/report/rating_text.h"
#include "referee/report/standings_page.h"

namespace referee {
namespace {

using Cells = std::vector<std::string>;

void append(Cells& cells, const Cells& more) { cells.insert(cells.end(), more.begin(), more.end()); }

Cells tally_head() {
  Cells cells{"faults"};
  for (std::size_t verdict = 1; verdict < GameTally{}.by_verdict.size(); ++verdict) {
    cells.emplace_back(name_of(static_cast<protocol::Verdict>(verdict)));
  }
  append(cells, {"turns", "mean_ms", "worst_ms"});
  return cells;
}

/// Whether there is a column for each instance.
bool has_instances(const StandingsPage& page) {
  return page.layout().crosstable == ReportLayout::Crosstable::instances;
}

Cells head(const StandingsPage& page) {
  const bool meet = page.layout().entrants_meet;
  Cells cells{"rank", "name", "display"};
  for (const StandingsColumn& column : page.layout().results) {
    cells.push_back(column.key);
  }
  append(cells, meet ? Cells{"encounters", "games", "wins"} : Cells{"games", "wins"});
  append(cells, tally_head());
  if (meet) {
    append(cells, {"head_to_head", "sonneborn_berger", "buchholz", "withdrawn", "annulled"});
    append(cells, codes_of(page.tie_breaks()));
    append(cells, {"elo", "elo_low", "elo_high"});
    return cells;
  }
  cells.emplace_back("withdrawn");
  if (has_instances(page)) {
    for (const std::string& instance : page.instances) {
      cells.push_back(csv::text_cell(instance));
    }
  }
  return cells;
}

/// A number that is not known is an empty cell.
std::string or_empty(const std::string& text) { return text == "-" ? "" : text; }

Cells tally_cells(const GameTally& tally) {
  Cells cells{std::to_string(faults_of(tally))};
  for (std::size_t verdict = 1; verdict < tally.by_verdict.size(); ++verdict) {
    cells.push_back(std::to_string(tally.by_verdict[verdict]));
  }
  append(cells, {std::to_string(tally.turns), or_empty(mean_ms_text(tally)), or_empty(worst_ms_text(tally))});
  return cells;
}

/// The cells of an entrant where entrants meet each other.
Cells meeting_cells(const StandingsPage& page, const StandingsRow& row) {
  Cells cells{or_empty(tie_break_text(row.head_to_head)), row.sonneborn_berger.text(),
              or_empty(tie_break_text(row.buchholz)), csv::yes_or_no(row.withdrawn),
              csv::yes_or_no(row.annulled)};
  for (const auto& value : row.tie_breaks) {
    cells.push_back(or_empty(tie_break_text(value)));
  }
  append(cells, rating_cells(rating_of(page, row)));
  return cells;
}

/// An entrant's score on each instance.
Cells score_cells(const StandingsPage& page, const StandingsRow& row) {
  Cells cells;
  const auto& scores = row.field->by_instance;
  for (std::size_t i = 0; i < page.instances.size(); ++i) {
    cells.push_back(i < scores.size() && scores[i] ? score_text(*scores[i]) : "");
  }
  return cells;
}

Cells csv_cells(const StandingsPage& page, const StandingsRow& row) {
  const bool meet = page.layout().entrants_meet;
  Cells cells{or_empty(rank_text(row)), csv::text_cell(row.name), csv::text_cell(row.display)};
  for (const StandingsColumn& column : page.layout().results) {
    cells.push_back(or_empty(column.text(row)));
  }
  if (meet) {
    cells.push_back(std::to_string(row.encounters));
  }
  append(cells, {std::to_string(row.games), std::to_string(row.wins)});
  append(cells, tally_cells(row.tally));
  if (meet) {
    append(cells, meeting_cells(page, row));
  } else {
    cells.emplace_back(csv::yes_or_no(row.withdrawn));
    if (has_instances(page)) {
      append(cells, score_cells(page, row));
    }
  }
  return cells;
}

}  // namespace

std::string standings_csv(const StandingsPage& page) {
  const bool staff = has_staff(page);
  Cells columns = head(page);
  append(columns, staff ? Cells{"staff", "better_than"} : Cells());
  std::string out = csv::line_of(columns);
  for (const StandingsRow& row : page.rows) {
    Cells cells = csv_cells(page, row);
    append(cells, staff ? Cells{csv::yes_or_no(row.staff), csv::text_cell(better_than(page, row.entrant))}
                        : Cells());
    out += csv::line_of(cells);
  }
  return out;
}

}  // namespace referee
