#include <algorithm>

#include "referee/base/text.h"
#include "referee/report/bracket_html.h"
#include "referee/report/crosstable.h"
#include "referee/report/field_table.h"
#include "referee/report/html_parts.h"
#include "referee/report/ladder_entrants.h"
#include "referee/report/machine_lines.h"
#include "referee/report/points_chart.h"
#include "referee/report/rating_text.h"
#include "referee/report/standings_page.h"

namespace referee::html {
namespace {

/// A title in two lines, so that all columns fit on a screen: "Standard<br>error".
std::string on_two_lines(std::string title) {
  if (const std::size_t space = title.find(' '); space != std::string::npos) {
    title.replace(space, 1, "<br>");
  }
  return title;
}

constexpr const char* kPointsAndScores =
    "Points count in the standings, scores are those of the game. A score is bold where it alone is the "
    "best.";

/// Says what the marks of these games mean, beside points and scores.
std::string round_caption(const History::Round& round) {
  bool cancelled = false;
  bool absent = false;
  for (const PlayedEncounter& played : round) {
    for (const GameResult& game : played.games) {
      cancelled = cancelled || game.struck;
      absent = absent || std::ranges::find(game.no_show, true) != game.no_show.end();
    }
  }
  return std::string(kPointsAndScores) +
         (cancelled ? " Cancelled: the arbiter took the game out, and it counts for nobody." : "") +
         (absent ? " Absent: the bot did not connect or start." : "");
}

/// The most important columns are first: a phone shows only these.
std::string standings_row(const StandingsPage& page, const StandingsRow& row) {
  const bool meet = page.layout().entrants_meet;
  const std::string games = cell(std::to_string(row.games));
  std::string out = ranked_row(row);
  std::string_view css_class = "points";  // of the first result, which ranks
  for (const StandingsColumn& result : page.layout().results) {
    out += cell(escaped(result.text(row)), css_class);
    css_class = "";
  }
  out += (meet ? rating_cell_html(rating_of(page, row)) : games) + cell(std::to_string(row.wins)) +
         faults_cell(row.tally) + cell(mean_ms_text(row.tally)) + cell(worst_ms_text(row.tally));
  if (meet) {
    out += games + cell(std::to_string(row.encounters));
  }
  for (const auto& value : row.tie_breaks) {
    out += cell(tie_break_text(value));
  }
  return out + "</tr>\n";
}

/// The titles of the columns.
std::string standings_head(const StandingsPage& page) {
  const bool meet = page.layout().entrants_meet;
  std::string out = column("Rank") + column("Name", " class=\"text\"");
  for (const StandingsColumn& result : page.layout().results) {
    out += column(on_two_lines(result.title));
  }
  out += meet ? column("Elo") + column(on_two_lines("Games won")) : column("Games") + column("Best");
  out += column("Faults") + column("Mean&nbsp;ms") + column("Worst&nbsp;ms");
  if (meet) {
    out += column("Games") + column("Matches");
  }
  for (const std::string& code : codes_of(page.tie_breaks())) {
    out += column(code);
  }
  return out;
}

std::string standings(const StandingsPage& page) {
  std::string out = "<thead><tr>" + standings_head(page) + "</tr></thead>\n<tbody>\n";
  for (const StandingsRow& row : page.rows) {
    out += standings_row(page, row);
  }
  std::string caption = page.layout().ranking + " Mean ms and worst ms: thinking time for one turn.";
  if (page.layout().entrants_meet) {
    caption += " " + rating_legend(page);
  }
  return table_of("standings", caption, out + "</tbody>\n");
}

std::string_view class_of(Crosstable::Cell::Kind kind) {
  switch (kind) {
    case Crosstable::Cell::Kind::self:
      return "self";
    case Crosstable::Cell::Kind::win:
      return "win";
    case Crosstable::Cell::Kind::draw:
      return "draw";
    case Crosstable::Cell::Kind::loss:
      return "loss";
    case Crosstable::Cell::Kind::empty:
    case Crosstable::Cell::Kind::other:
      break;
  }
  return "";
}

std::string crosstable(const StandingsPage& page) {
  const Crosstable table = crosstable_of(page);
  std::string out = "<thead><tr>" + column("No.") + column("Name", " class=\"text\"");
  for (const std::string& name : table.columns) {
    out += column(name);
  }
  out += column(table.total) + "</tr></thead>\n<tbody>\n";
  for (const Crosstable::Row& row : table.rows) {
    out += "<tr>" + cell(std::to_string(row.number)) + name_head(row.name, row.display) + "</th>";
    for (const Crosstable::Cell& result : row.cells) {
      out += cell(linked(escaped(result.text), result.records), class_of(result.kind));
    }
    out += cell(row.total, "points") + "</tr>\n";
  }
  return table_of("cross", escaped(table.legend), out + "</tbody>\n");
}

int last_game(const History::Round& round) {
  int last = 0;
  for (const PlayedEncounter& played : round) {
    for (const GameResult& game : played.games) {
      last = std::max(last, game.game_no);
    }
  }
  return last;
}

/// The score of an entrant in a game.
std::string game_cell(const std::vector<GameResult>& games, int game_no, std::size_t position) {
  const auto game = std::ranges::find(games, game_no, &GameResult::game_no);
  if (game == games.end()) {
    return cell("");
  }
  std::string content = score_text(game->scores[position]);
  if (game->struck) {
    return cell("<s>" + content + "</s><small>cancelled</small>");
  }
  if (game->no_show[position]) {
    const std::string why = game->why_absent_at(position);
    content += "<small" + (why.empty() ? "" : " title=\"" + html::escaped(why) + "\"") + ">absent</small>";
  }
  const bool best = std::ranges::max(game->scores) == game->scores[position];
  const bool alone = std::ranges::count(game->scores, game->scores[position]) == 1;
  return cell(content, best && alone ? "best" : "");
}

/// A table of a round: a line for each entrant.
std::string encounter_lines(const StandingsPage& page, const PlayedEncounter& played, int games) {
  const auto& [encounter, results] = played;
  const EncounterState state = state_of(page.rules(), encounter, results);
  const std::string span = std::to_string(encounter.entrants.size());
  std::string out = "<tbody>\n";
  for (std::size_t i = 0; i < encounter.entrants.size(); ++i) {
    out += "<tr>";
    if (i == 0) {
      out += "<td rowspan=\"" + span + "\">" + std::to_string(encounter.table) + "</td>";
    }
    const History::EntrantInfo& entrant = page.history.entrants[encounter.entrants[i]];
    out += name_head(entrant.name, entrant.display);
    if (const std::string_view kind = kind_text(encounter.kind); !kind.empty()) {
      out.append("<small>").append(kind).append("</small>");
    }
    out += "</th>" + cell(state.decided ? state.points[i].text() : "", "points");
    for (int game = 1; game <= games; ++game) {
      out += game_cell(results, game, i);
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n";
}

std::string round_of(const StandingsPage& page, std::size_t index) {
  const History::Round& round = page.history.rounds[index];
  const int games = last_game(round);
  std::string content =
      "<thead><tr>" + column("Table") + column("Name", " class=\"text\"") + column("Points");
  for (int game = 1; game <= games; ++game) {
    content += column("Game&nbsp;" + std::to_string(game));
  }
  content += "</tr></thead>\n";
  for (const PlayedEncounter& played : round) {
    content += encounter_lines(page, played, games);
  }
  const bool last = index + 1 == page.history.rounds.size();
  return std::string("<details") + (last ? " open" : "") + "><summary>Round " + std::to_string(index + 1) +
         " <span>of " + std::to_string(page.rounds) + "</span></summary>\n" +
         table_of("rounds", round_caption(round), content) + "</details>\n";
}

std::string machines(const StandingsPage& page) {
  std::string out = "<h2>Machines</h2>\n<p class=\"facts\">" + machines_text(page.machines) + "</p>\n<ul>\n";
  for (const std::string& line : machine_lines(page.machines)) {
    out += "<li>" + foreign(line) + "</li>\n";
  }
  return out + "</ul>\n";
}

std::string notes(const StandingsPage& page) {
  std::string out = "<h2>Notes</h2>\n<ul>\n";
  for (const StandingsNote& note : page.notes) {
    out += "<li><time>" + escaped(note.at) + "</time>, round " + std::to_string(note.round) + ": " +
           foreign(note.text) + "</li>\n";
  }
  return out + "</ul>\n";
}

std::string instance_scores(const StandingsPage& page) {
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
  return table_of("scores", table.legend + " A score is bold where nobody else reached it on that instance.",
                  out + "</tbody>\n");
}

std::string rounds(const StandingsPage& page) {
  std::string out = page.history.rounds.empty() ? "" : "<h2>Rounds</h2>\n";
  for (std::size_t round = 0; round < page.history.rounds.size(); ++round) {
    out += round_of(page, round);
  }
  return out;
}

std::string ladder_versions(const LadderEntrant& entrant, bool meet) {
  std::string out = "<thead><tr>" + column("Submission") + column("Games") + column(meet ? "Elo" : "Mean") +
                    "</tr></thead>\n<tbody>\n";
  for (const LadderEntrant::Version& version : entrant.versions) {
    out += "<tr>" + cell(version.version) + cell(std::to_string(version.matches)) +
           (meet ? rating_cell_html(version.rating) : cell(figure_text(version.mean))) + "</tr>\n";
  }
  return table_of(
      "versions",
      meet ? "Each submission is rated from its own games, and starts near the rating of the one before."
           : "The mean has the scores of closed blocks. A block is a set of secret instances that all play.",
      out + "</tbody>\n");
}

std::string ladder_opponents(const LadderEntrant& entrant) {
  std::string out = "<thead><tr>" + column("Opponent", " class=\"text\"") + column("Elo") +
                    column("Won-drawn-lost") + "</tr></thead>\n<tbody>\n";
  for (const LadderEntrant::Opponent& opponent : entrant.opponents) {
    out += "<tr><th scope=\"row\">" + foreign(opponent.name) + "</th>" + rating_cell_html(opponent.rating) +
           cell(score_text(opponent.score)) + "</tr>\n";
  }
  return table_of(
      "opponents",
      "Games of the newest submission. A game that repeats an earlier one move for move is left out.",
      out + "</tbody>\n");
}

std::string entrants_of_ladder(const StandingsPage& page) {
  const std::vector<LadderEntrant> entrants = referee::ladder_entrants(page);
  const bool meet = page.layout().entrants_meet;
  std::string out;
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    if (!entrants[i].versions.empty()) {
      out += "<details id=\"entrant-" + escaped(page.rows[i].name) + "\"><summary>" +
             foreign(page.rows[i].name) + "</summary>\n" + ladder_versions(entrants[i], meet) +
             (meet ? ladder_opponents(entrants[i]) : "") + "</details>\n";
    }
  }
  return out;
}

std::string section(const StandingsPage& page, ReportLayout::Section section) {
  switch (section) {
    case ReportLayout::Section::bracket: {
      const auto picture = page.format->bracket(page.history);
      return picture ? "<h2>Bracket</h2>\n" + bracket(page, *picture) : "";
    }
    case ReportLayout::Section::points_chart:
      return points_chart_html(page);
    case ReportLayout::Section::crosstable:
      return "<h2>Crosstable</h2>\n" + crosstable(page);
    case ReportLayout::Section::rounds:
      return rounds(page);
    case ReportLayout::Section::ladder_entrants:
      return "<h2>Entrants</h2>\n" + entrants_of_ladder(page);
    case ReportLayout::Section::instance_scores:
      return "<h2>Scores</h2>\n" + instance_scores(page);
  }
  return "";
}

}  // namespace
}  // namespace referee::html

namespace referee {

std::string standings_html(const StandingsPage& page) {
  std::string out = page.finished ? "<body class=\"final\">\n" : "<body>\n";
  out += "<main>\n<h1>" + html::foreign(page.tournament) +
         "</h1>\n<p class=\"facts\"><span class=\"progress\">" + progress_text(page) + "</span> <span>" +
         html::foreign(page.game) + "</span> <span>updated <time>" + html::escaped(page.updated) +
         "</time></span>" +
         (page.sandbox.empty() ? "" : " <span>sandbox: " + html::escaped(page.sandbox) + "</span>") +
         "</p>\n";
  out.append("<h2>").append(standings_title(page)).append("</h2>\n").append(html::standings(page));
  for (const ReportLayout::Section section : page.layout().sections) {
    out += html::section(page, section);
  }
  out += page.machines.empty() ? "" : html::machines(page);
  out += page.notes.empty() ? "" : html::notes(page);
  return html::page(html::escaped(page.tournament) + ": standings", out,
                    page.layout().has(ReportLayout::Section::bracket) ? html::kBracketStyle : "");
}

}  // namespace referee
