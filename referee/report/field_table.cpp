#include "referee/report/field_table.h"

#include <algorithm>
#include <map>

#include "referee/base/text.h"
#include "referee/report/crosstable.h"
#include "referee/report/standings_page.h"
#include "referee/tournament/standings/field_standings.h"

namespace referee {
namespace {

using Numbers = std::vector<std::optional<double>>;

std::optional<double> at(const Numbers& numbers, std::size_t index) {
  return index < numbers.size() ? numbers[index] : std::nullopt;
}

void link_records(const StandingsPage& page, FieldTable& table) {
  std::map<Entrant, std::size_t> place;  // in the table
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    place[page.rows[i].entrant] = i;
  }
  for (const History::Round& round : page.history.rounds) {
    for (const PlayedEncounter& played : round) {
      const auto line = static_cast<std::size_t>(played.encounter.instance.value_or(1)) - 1;
      const auto column = place.find(played.encounter.entrants.front());
      if (line < table.lines.size() && column != place.end()) {
        table.lines[line].cells[column->second].records = record_links(page, played, 0);
      }
    }
  }
}

}  // namespace

FieldTable field_table_of(const StandingsPage& page) {
  FieldTable table;
  table.names = labels_of(page);
  table.legend =
      "An instance is one map, maze or deal that all entrants play. Each cell has the score, and the mean of "
      "the entrant's scores so far.";
  std::vector<StandingsRow> all = page.rows;
  all.insert(all.end(), page.withheld.rows.begin(), page.withheld.rows.end());
  std::vector<Numbers> averages;
  std::size_t instances = 0;
  for (const StandingsRow& row : page.rows) {
    averages.push_back(row.field->running_average());
    instances = std::max(instances, row.field->by_instance.size());
  }
  if (instances > FieldTable::kMostLines) {
    table.legend.append(" These are the first ").append(std::to_string(FieldTable::kMostLines));
    table.legend.append(" of ").append(std::to_string(instances)).append(" instances.");
  }
  for (std::size_t i = 0; i < std::min(instances, FieldTable::kMostLines); ++i) {
    FieldTable::Line line{i < page.instances.size() ? page.instances[i] : std::to_string(i + 1), {}};
    for (std::size_t entrant = 0; entrant < page.rows.size(); ++entrant) {
      const auto score = at(page.rows[entrant].field->by_instance, i);
      line.cells.push_back(score ? FieldTable::Cell{score_text(*score), figure_text(averages[entrant][i])}
                                 : FieldTable::Cell{});
    }
    if (const auto best = best_alone(all, i); best && *best < page.rows.size()) {
      line.cells[*best].best = true;
    }
    table.lines.push_back(std::move(line));
  }
  if (page.links.match) {
    link_records(page, table);
  }
  return table;
}

}  // namespace referee
