#include "protocol/verdict.h"
#include "referee/report/printable.h"
#include "referee/report/standings_parts.h"

namespace referee {
namespace {

/// A spreadsheet runs text that begins so as a formula; the wide forms are those of East Asian keyboards.
bool is_formula(std::string_view text) {
  for (const std::string_view start :
       {"=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"}) {
    if (text.starts_with(start)) {
      return true;
    }
  }
  return false;
}

/// A cell of somebody's text. RFC 4180: in quotes if need be, quotes doubled.
std::string text_cell(std::string_view text) {
  std::string cell = is_formula(text) ? "'" : "";
  cell += printable(text, kShownText);
  if (cell.find_first_of("\",") == std::string::npos) {
    return cell;
  }
  std::string quoted = "\"";
  for (const char c : cell) {
    quoted.append(c == '"' ? 2 : 1, c);
  }
  return quoted + "\"";
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line.append(i == 0 ? "" : ",").append(cells[i]);
  }
  return line + "\r\n";
}

std::vector<std::string> head() {
  std::vector<std::string> cells{"rank",       "name",  "display", "points",
                                 "encounters", "games", "wins",    "faults"};
  for (std::size_t verdict = 1; verdict < GameTally{}.by_verdict.size(); ++verdict) {
    cells.emplace_back(name_of(static_cast<protocol::Verdict>(verdict)));
  }
  for (const char* name : {"turns", "mean_ms", "worst_ms", "head_to_head", "sonneborn_berger", "buchholz",
                           "withdrawn", "annulled"}) {
    cells.emplace_back(name);
  }
  return cells;
}

/// A number that is not known is an empty cell.
std::string or_empty(const std::string& text) { return text == "-" ? "" : text; }

std::vector<std::string> cells_of(const StandingsPage& page, const StandingsRow& row) {
  std::vector<std::string> cells{std::to_string(row.rank),       text_cell(row.name),
                                 text_cell(row.display),         row.points.text(),
                                 std::to_string(row.encounters), std::to_string(row.games),
                                 std::to_string(row.wins),       std::to_string(faults_of(row.tally))};
  for (std::size_t verdict = 1; verdict < row.tally.by_verdict.size(); ++verdict) {
    cells.push_back(std::to_string(row.tally.by_verdict[verdict]));
  }
  cells.push_back(std::to_string(row.tally.turns));
  cells.push_back(or_empty(mean_ms_text(row.tally)));
  cells.push_back(or_empty(worst_ms_text(row.tally)));
  cells.push_back(or_empty(head_to_head_text(row)));
  cells.push_back(decimal_text(row.sonneborn_berger));
  cells.push_back(page.tie_breaks == TieBreaks::swiss ? decimal_text(row.buchholz) : "");
  cells.emplace_back(row.withdrawn ? "yes" : "no");
  cells.emplace_back(row.annulled ? "yes" : "no");
  return cells;
}

}  // namespace

std::string standings_csv(const StandingsPage& page) {
  std::string out = line_of(head());
  for (const StandingsRow& row : page.rows) {
    out += line_of(cells_of(page, row));
  }
  return out;
}

}  // namespace referee
