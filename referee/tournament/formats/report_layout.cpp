#include "referee/tournament/formats/report_layout.h"

namespace referee {

StandingsColumn ReportLayout::place_column(const std::vector<StandingsRow>& rows) const {
  const auto told = std::ranges::find_if(results, &StandingsColumn::is_told);
  const bool has_bracket =
      std::ranges::any_of(rows, [](const StandingsRow& row) { return row.bracket.has_value(); });
  if (told == results.begin() || told == results.end() || !has_bracket) {
    return results.front();
  }
  StandingsColumn column = *told;
  column.title = "Result";
  column.text = [first = results.front(), told = *told](const StandingsRow& row) {
    return row.bracket ? told.text(row) : first.named_text(row);
  };
  return column;
}

}  // namespace referee
