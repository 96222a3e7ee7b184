#include "referee/base/text.h"
#include "referee/report/bracket_text.h"
#include "referee/report/crosstable.h"
#include "referee/report/field_table.h"
#include "referee/report/ladder_entrants.h"
#include "referee/report/machine_lines.h"
#include "referee/report/markdown_parts.h"
#include "referee/report/rating_text.h"
#include "referee/report/standings_page.h"

namespace referee::markdown {
namespace {

std::string standings_head(const StandingsPage& page) {
  const bool meet = page.layout().entrants_meet;
  std::vector<std::string> names{"Rank", "Name"};
  for (const StandingsColumn& column : page.layout().results) {
    names.push_back(column.title);
  }
  if (meet) {
    names.emplace_back("Matches");
  }
  names.insert(names.end(), {"Games", meet ? "Games won" : "Best", "Mean ms", "Worst ms"});
  for (const std::string& code : codes_of(page.tie_breaks())) {
    names.push_back(code);
  }
  if (meet) {
    names.emplace_back("Elo");
  }
  names.emplace_back("Faults");
  return head_of(names, 2);
}

std::string standings_row(const StandingsPage& page, const StandingsRow& row) {
  const bool meet = page.layout().entrants_meet;
  std::vector<std::string> cells{rank_text(row), name_cell(row)};
  for (const StandingsColumn& column : page.layout().results) {
    cells.push_back(escaped(column.text(row)));
  }
  if (meet) {
    cells.push_back(std::to_string(row.encounters));
  }
  cells.insert(cells.end(), {std::to_string(row.games), std::to_string(row.wins), mean_ms_text(row.tally),
                             worst_ms_text(row.tally)});
  for (const auto& value : row.tie_breaks) {
    cells.push_back(tie_break_text(value));
  }
  if (meet) {
    cells.push_back(rating_text(rating_of(page, row)));
  }
  // Names of kinds have underscores. Between letters these mean no emphasis, but escaping them is safer.
  cells.push_back(escaped(faults_text(row.tally)));
  return line_of(cells);
}

std::string standings(const StandingsPage& page) {
  std::string out = standings_head(page);
  for (const StandingsRow& row : page.rows) {
    out += standings_row(page, row);
  }
  if (has_staff(page)) {
    out.append("\n").append(staff_legend(page)).append("\n");
  }
  if (!page.layout().entrants_meet) {
    return out;
  }
  out.append("\n").append(page.layout().ranking).append("\n");
  if (const std::string legend = rating_legend(page); !legend.empty()) {
    out.append("\n").append(escaped(legend)).append("\n");
  }
  return out;
}

std::string crosstable(const StandingsPage& page) {
  const Crosstable table = crosstable_of(page);
  std::vector<std::string> names{"No.", "Name"};
  names.insert(names.end(), table.columns.begin(), table.columns.end());
  names.push_back(table.total);
  std::string out = head_of(names, 2);
  for (const Crosstable::Row& row : table.rows) {
    std::vector<std::string> cells{std::to_string(row.number), name_cell(row.name, row.display)};
    for (const Crosstable::Cell& cell : row.cells) {
      cells.push_back(cell.kind == Crosstable::Cell::Kind::self ? "x" : escaped(cell.text));
    }
    cells.push_back(row.total);
    out += line_of(cells);
  }
  return out + "\n" + escaped(table.legend) + "\n";
}

/// Appends `part` to the list in `text`.
void append(std::string& text, std::string_view separator, std::string_view part) {
  text.append(text.empty() ? "" : separator).append(part);
}

/// The name as the standings above have it.
std::string name_of(const StandingsPage& page, Entrant entrant) {
  const History::EntrantInfo& info = page.history.entrants[entrant];
  return name_cell(info.name, info.display);
}

/// The entrants that were absent from a game.
std::string absent_text(const StandingsPage& page, const Encounter& encounter, const GameResult& game) {
  std::string names;
  for (std::size_t i = 0; i < encounter.entrants.size(); ++i) {
    if (game.no_show[i]) {
      const std::string why = game.why_absent_at(i);
      append(names, ", ",
             name_of(page, encounter.entrants[i]) + " was absent" + (why.empty() ? "" : ": " + escaped(why)));
    }
  }
  return names.empty() ? "" : " (" + names + ")";
}

/// The encounter's games in a line: "2-0, 1-1"; with cancelled games and absent entrants.
std::string games_text(const StandingsPage& page, const PlayedEncounter& played) {
  std::string text;
  for (const GameResult& game : played.games) {
    std::string scores;
    for (const double score : game.scores) {
      append(scores, "-", score_text(score));
    }
    append(text, ", ", scores + (game.struck ? " cancelled" : ""));
    text += absent_text(page, played.encounter, game);
  }
  return text;
}

/// The encounter's entrants: "alice - bob"; a bye and a forfeit are named as such.
std::string entrants_text(const StandingsPage& page, const Encounter& encounter) {
  std::string text;
  for (const Entrant entrant : encounter.entrants) {
    append(text, " - ", name_of(page, entrant));
  }
  const std::string_view kind = kind_text(encounter.kind);
  return kind.empty() ? text : text.append(": ").append(kind);
}

/// The encounter's points: "1 - 0", or "playing".
std::string points_text(const StandingsPage& page, const PlayedEncounter& played) {
  const EncounterState state = state_of(page.rules(), played.encounter, played.games);
  if (!state.decided) {
    return played.games.empty() ? "" : "playing";
  }
  std::string text;
  for (const Points points : state.points) {
    append(text, " - ", points.text());
  }
  return text;
}

std::string round(const StandingsPage& page, const History::Round& encounters) {
  std::string out = head_of({"Entrants", "Games", "Table", "Points"}, 2);
  for (const PlayedEncounter& played : encounters) {
    out += line_of({entrants_text(page, played.encounter), games_text(page, played),
                    std::to_string(played.encounter.table), points_text(page, played)});
  }
  return out;
}

std::string instance_scores(const StandingsPage& page) {
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

std::string rounds(const StandingsPage& page) {
  std::string out;
  for (std::size_t r = 0; r < page.history.rounds.size(); ++r) {
    out += "\n## Round " + std::to_string(r + 1) + "\n\n" + round(page, page.history.rounds[r]);
  }
  return out;
}

/// The parts of a bracket, each drawn in a block of code.
std::string bracket(const StandingsPage& page) {
  constexpr std::size_t kCode = 4;  // spaces before a line of code
  const auto picture = page.format->bracket(page.history);
  std::string out = picture ? "\n## Bracket\n" : "";
  for (const BracketPicture::Part& part : picture ? picture->parts : std::vector<BracketPicture::Part>()) {
    out += "\n### " + part.title + "\n\n" + bracket_part_text(page, part, kCode);
  }
  return out;
}

std::string entrants_of_ladder(const StandingsPage& page) {
  const std::vector<LadderEntrant> entrants = referee::ladder_entrants(page);
  const bool meet = page.layout().entrants_meet;
  std::string out;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (entrants[i].versions.empty()) {
      continue;
    }
    out += "\n### " + escaped(page.rows[i].name) + "\n\n" +
           head_of({"Submission", "Games", meet ? "Elo" : "Mean"}, 1);
    for (const LadderEntrant::Version& version : entrants[i].versions) {
      out += line_of({version.version, std::to_string(version.matches),
                      meet ? rating_text(version.rating) : figure_text(version.mean)});
    }
    if (!meet) {
      continue;
    }
    out += "\n" + head_of({"Opponent", "Elo", "Won-drawn-lost"}, 1);
    for (const LadderEntrant::Opponent& opponent : entrants[i].opponents) {
      out += line_of({escaped(opponent.name), rating_text(opponent.rating), score_text(opponent.score)});
    }
  }
  return out;
}

std::string section(const StandingsPage& page, ReportLayout::Section section) {
  switch (section) {
    case ReportLayout::Section::bracket:
      return bracket(page);
    case ReportLayout::Section::points_chart:
      break;  // a picture: Markdown has none
    case ReportLayout::Section::crosstable:
      return "\n## Crosstable\n\n" + crosstable(page);
    case ReportLayout::Section::rounds:
      return rounds(page);
    case ReportLayout::Section::ladder_entrants:
      return "\n## Entrants\n" + entrants_of_ladder(page);
    case ReportLayout::Section::instance_scores:
      return "\n## Scores\n\n" + instance_scores(page);
  }
  return "";
}

}  // namespace
}  // namespace referee::markdown

namespace referee {

std::string standings_markdown(const StandingsPage& page) {
  std::string out = "# " + markdown::escaped(page.tournament) + "\n\n" + markdown::escaped(page.game) + ", " +
                    progress_text(page) + ", updated " + markdown::escaped(page.updated) +
                    (page.sandbox.empty() ? "" : ", sandbox: " + markdown::escaped(page.sandbox)) + "\n\n";
  out.append("## ").append(standings_title(page)).append("\n\n").append(markdown::standings(page));
  for (const ReportLayout::Section section : page.layout().sections) {
    out += markdown::section(page, section);
  }
  if (!page.machines.empty()) {
    out += "\n## Machines\n\n" + machines_text(page.machines) + "\n\n";
    for (const std::string& line : machine_lines(page.machines)) {
      out += "- " + markdown::escaped(line) + "\n";
    }
  }
  if (!page.notes.empty()) {
    out += "\n## Notes\n\n";
    for (const StandingsNote& note : page.notes) {
      out += "- " + markdown::escaped(note.at) + ", round " + std::to_string(note.round) + ": " +
             markdown::escaped(note.text) + "\n";
    }
  }
  return out;
}

}  // namespace referee
