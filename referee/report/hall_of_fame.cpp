#include "referee/report/hall_of_fame.h"

#include <stdexcept>

#include "protocol/json_writer.h"
#include "referee/base/csv.h"
#include "referee/base/text.h"
#include "referee/base/text_table.h"
#include "referee/report/html_parts.h"
#include "referee/report/markdown_parts.h"
#include "referee/report/standings_page.h"
#include "referee/tournament/standings/standings.h"

namespace referee {
namespace {

using Line = HallOfFame::Line;

std::string mark_of(const Line& line) { return line.finished ? "" : "not finished"; }

std::string with_mark(const std::string& text, const Line& line) {
  return line.finished ? text : text + " (" + mark_of(line) + ")";
}

}  // namespace

HallOfFame hall_of_fame_of(const std::vector<SourcedPage>& tournaments) {
  HallOfFame hall;
  for (const auto& [source, page] : tournaments) {
    if (!page.format->traits().hall_of_fame) {
      throw std::invalid_argument(
          source + ": " + page.tournament +
          " is no field. A hall of fame takes only fields: tournaments that are ranked by mean score");
    }
    if (hall.game.empty()) {
      hall.game = page.game;
    } else if (hall.game != page.game) {
      throw std::invalid_argument(source + ": " + page.tournament + " is one of " + page.game +
                                  ", expected one of " + hall.game + " as the first one");
    }
    for (const StandingsRow& row : page.rows) {
      if (has_played(row) && !row.staff) {
        hall.lines.push_back({1, row.field->summary.mean, row.field->summary.count, row.name, row.display,
                              page.tournament, page.finished});
      }
    }
  }
  rank_best_first(hall.lines, [](const HallOfFame::Line& line) { return line.average; });
  return hall;
}

std::string hall_of_fame_text(const HallOfFame& hall) {
  TextTable table({"rank", "average", "games", "name", "tournament"}, 0);
  for (const Line& line : hall.lines) {
    table.add({std::to_string(line.rank), decimal_text(line.average), std::to_string(line.games),
               printable(line.name, kShownText), with_mark(printable(line.tournament, kShownText), line)});
  }
  return "Hall of fame (" + printable(hall.game, kShownText) + ")\n" + table.text();
}

std::string hall_of_fame_json(const HallOfFame& hall) {
  std::string lines = "[";
  for (const Line& line : hall.lines) {
    protocol::LineWriter out;
    out.field("rank", line.rank)
        .raw("average", score_text(line.average))
        .field("games", line.games)
        .field("name", line.name)
        .field("display", line.display)
        .field("tournament", line.tournament)
        .field("finished", line.finished);
    lines.append(lines.size() > 1 ? ",\n" : "\n").append(out.take());
  }
  protocol::LineWriter out;
  out.field("game", hall.game).raw("hall_of_fame", lines + (hall.lines.empty() ? "]" : "\n]"));
  return escaped_json(out.take()) + "\n";
}

std::string hall_of_fame_csv(const HallOfFame& hall) {
  std::string out = csv::line_of({"rank", "average", "games", "name", "display", "tournament", "finished"});
  for (const Line& line : hall.lines) {
    out += csv::line_of({std::to_string(line.rank), decimal_text(line.average), std::to_string(line.games),
                         csv::text_cell(line.name), csv::text_cell(line.display),
                         csv::text_cell(line.tournament), csv::yes_or_no(line.finished)});
  }
  return out;
}

std::string hall_of_fame_markdown(const HallOfFame& hall) {
  std::string out = "# Hall of fame\n\n" + markdown::escaped(hall.game) + "\n\n" +
                    markdown::head_of({"Rank", "Average", "Games", "Name", "Tournament"}, 0);
  for (const Line& line : hall.lines) {
    out += markdown::line_of({std::to_string(line.rank), decimal_text(line.average),
                              std::to_string(line.games), markdown::name_cell(line.name, line.display),
                              with_mark(markdown::escaped(line.tournament), line)});
  }
  return out;
}

std::string hall_of_fame_html(const HallOfFame& hall) {
  std::string rows;
  for (const Line& line : hall.lines) {
    rows += "<tr>" + html::cell(std::to_string(line.rank)) + html::name_cell(line.name, line.display) +
            html::cell(decimal_text(line.average), "points") + html::cell(std::to_string(line.games)) +
            html::cell(html::foreign(line.tournament) +
                           (line.finished ? "" : "<small class=\"mark\">" + mark_of(line) + "</small>"),
                       "text") +
            "</tr>\n";
  }
  return html::page(
      "Hall of fame",
      "<div class=\"title\"><h1>Hall of fame</h1><p class=\"facts\">" +
          html::foreign(html::game_text(hall.game)) + "</p></div>",
      html::table_of({.css_class = "standings",
                      .label = "Hall of fame",
                      .caption = "Averages over all games of a tournament.",
                      .head = html::column("Rank", " class=\"rank\"") +
                              html::column("Name", " class=\"name\"") + html::column("Average") +
                              html::column("Games") + html::column("Tournament", " class=\"text\""),
                      .rows = rows}));
}

}  // namespace referee
