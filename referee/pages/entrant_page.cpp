#include "referee/pages/entrant_page.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "referee/base/text.h"
#include "referee/base/units.h"
#include "referee/pages/entrant_parts.h"
#include "referee/pages/entrant_results.h"
#include "referee/pages/shown_rounds.h"
#include "referee/pages/tournament_data.h"
#include "referee/pages/tournament_progress.h"
#include "referee/record/record.h"
#include "referee/report/crosstable.h"
#include "referee/report/html_parts.h"
#include "referee/tournament/standings/ladder_table.h"

namespace referee::pages {
namespace {

using html::cell;
using html::column;
using html::escaped;
using html::foreign;
using html::table_of;

constexpr std::size_t kMostMatches = 100;
constexpr std::size_t kMostPoints = 60;
constexpr std::size_t kMinutes = 16;  // bytes of a time up to its minutes
constexpr const char* kNameHead = " class=\"name\"";
constexpr const char* kTextColumn = " class=\"text\"";

/// "2026-11-20 08:00" of a time as records have it.
std::string minute_text(std::string utc) {
  utc.resize(std::min(utc.size(), kMinutes));
  std::ranges::replace(utc, 'T', ' ');
  return utc;
}

std::string minute_text(std::int64_t seconds) {
  return minute_text(utc_text(SystemTime(std::chrono::seconds(seconds))));
}

std::string link(const std::string& href, const std::string& content) {
  return "<a href=\"" + href + "\">" + content + "</a>";
}

/// A game of a ladder as an entrant sees it: against whom, how it went, and the scores with its own first.
std::string game_cells(Entrant entrant, const RoundList::Table& table, bool struck) {
  const auto own = std::ranges::find(table.sides, std::optional(entrant), &RoundList::Side::entrant);
  std::string opponents;
  std::string scores = own->points;
  bool is_known = !own->points.empty();
  bool is_lost = false;
  for (auto side = table.sides.begin(); side != table.sides.end(); ++side) {
    if (side != own) {
      opponents += (opponents.empty() ? "" : ", ") + foreign(side->name);
      scores += side->points.empty() ? "" : " : " + side->points;
      is_known = is_known && !side->points.empty();
      is_lost = is_lost || side->won;
    }
  }
  const char* const result = struck                               ? "cancelled"
                             : own->won                           ? "won"
                             : is_lost                            ? "lost"
                             : is_known && table.sides.size() > 1 ? "drawn"
                                                                  : "";
  return cell(opponents, "text") + cell(result, "text") + cell(scores, "text");
}

}  // namespace

std::string entrant_section(const std::string& title, const std::string& content) {
  return "<section class=\"part\"><h2>" + title + "</h2>\n" + content + "</section>\n";
}

std::string entrant_table(const char* css_class, const std::string& caption, const std::string& heads,
                          const std::string& rows, bool folds) {
  return table_of({.css_class = css_class,
                   .label = css_class,
                   .caption = caption,
                   .head = heads,
                   .rows = rows,
                   .folds = folds});
}

EntrantPages::EntrantPages(const TournamentSnapshot& snapshot)
    : snapshot_(snapshot),
      page_(shown_page(snapshot)),
      entrants_(snapshot.is_ladder() ? ladder_entrants(page_) : std::vector<LadderEntrant>()) {}

/// They are in the order of all_rows().
const LadderEntrant& EntrantPages::ladder_entrant(Entrant entrant) const {
  const std::vector<const StandingsRow*> rows = all_rows(page_);
  const auto row = std::ranges::find(rows, entrant, &StandingsRow::entrant);
  return entrants_.at(static_cast<std::size_t>(row - rows.begin()));
}

std::string EntrantPages::title(Entrant entrant) const {
  return page_.history.entrants.at(entrant).name + ": " + snapshot_.name();
}

std::string EntrantPages::body_html(Entrant entrant, const PageLinks& links) const {
  const StandingsRow& row = standings_row(page_, entrant);
  return "<header class=\"top\"><div class=\"title\"><h1>" + foreign(row.name) + "</h1><p class=\"facts\">" +
         (snapshot_.is_ladder() ? ladder_facts_html(row) : facts_html(row)) +
         "</p></div><div class=\"page-controls\"><button type=\"button\" id=\"mine\" data-entrant=\"" +
         std::to_string(entrant) + "\" hidden></button>" + link(links.home, "Tournament") +
         "</div></header>\n<main>\n" + html::search_field() +
         (snapshot_.is_ladder() ? ladder_html(entrant, links)
                                : entrant_results_html(snapshot_, page_, entrant, links)) +
         "</main>";
}

std::string EntrantPages::ladder_html(Entrant entrant, const PageLinks& links) const {
  const LadderEntrant& one = ladder_entrant(entrant);
  const bool tells = !is_withheld(page_, entrant);
  return (tells ? entrant_section("Submissions", versions_html(one)) : "") +
         (one.opponents.empty() ? "" : entrant_section("Opponents", opponents_html(one, links))) +
         (tells ? entrant_section("Earlier values", curve_html(entrant) + points_html(entrant)) : "") +
         entrant_section("Newest games", matches_html(entrant, links));
}

/// Its place, once it has one, and what decides it.
std::string EntrantPages::facts_html(const StandingsRow& row) const {
  std::string text = escaped(snapshot_.name());
  const bool tells = !is_withheld(page_, row.entrant);
  if (tells && is_ranked(row)) {
    text += " &middot; rank " + std::to_string(row.rank) + " of " + std::to_string(places_of(page_)) +
            better_html(row);
  }
  text += row.staff ? " &middot; staff bot, without a place" : "";
  if (tells && row.encounters > 0) {
    text += " &middot; " + escaped(page_.layout().place_column(page_.rows).named_text(row));
  }
  text += " &middot; " + counted(row.games, "game");
  return row.withdrawn ? text + " &middot; " + withdrawn_html(row) : text;
}

/// The staff bot that it is better than.
std::string EntrantPages::better_html(const StandingsRow& row) const {
  const std::string staff = better_than(page_, row.entrant);
  return staff.empty() ? "" : " &middot; better than " + foreign(staff);
}

/// Its withdrawal, and why: that could tell how a round went that is hidden still.
std::string EntrantPages::withdrawn_html(const StandingsRow& row) const {
  const std::string& why = snapshot_.content().entrants.at(row.entrant).withdrawn;
  const bool tells = !why.empty() && !snapshot_.visibility().first_frozen();
  return std::string("withdrawn") + (row.annulled ? ", its results are annulled" : "") +
         (tells ? ": " + foreign(why) : "");
}

std::string EntrantPages::ladder_facts_html(const StandingsRow& row) const {
  std::string text = escaped(snapshot_.name());
  const auto add = [&](const std::string& fact) { text += " &middot; " + fact; };
  const LadderFigures& figures = *row.ladder;
  const bool tells = !is_withheld(page_, row.entrant);
  if (tells && is_ranked(row)) {
    add("rank " + std::to_string(row.rank) + " of " + std::to_string(places_of(page_)) + better_html(row));
  }
  if (row.staff) {
    add("staff bot, without a place");
  }
  if (const auto rating = rating_of(page_, row); rating && tells) {
    add("Elo " + rating_text(rating));
  }
  if (figures.score && tells) {
    add("mean " + figure_text(figures.score->mean) +
        (figures.score->margin ? " ± " + figure_text(figures.score->margin) : ""));
  }
  add(counted(row.games, "game"));
  if (figures.provisional) {
    add("provisional: few games, may still change much");
  }
  if (row.withdrawn) {
    add(withdrawn_html(row));
  }
  return text;
}

std::string EntrantPages::versions_html(const LadderEntrant& one) const {
  const bool meet = page_.rules().seats > 1;
  std::string rows;
  for (const LadderEntrant::Version& version : one.versions) {
    rows += "<tr><th scope=\"row\" class=\"name\">" + version.version + "</th>" +
            cell(minute_text(version.since)) + cell(std::to_string(version.matches)) +
            cell(meet ? rating_text(version.rating) : figure_text(version.mean)) + "</tr>\n";
  }
  if (rows.empty()) {
    return "<p>No game yet.</p>\n";
  }
  return entrant_table(
      "versions", "“-” is the bot of the tournament file, or one that connects by itself. Times are UTC.",
      column("Submission", kNameHead) + column("Since") + column("Games") + column(meet ? "Elo" : "Mean"),
      rows);
}

std::string EntrantPages::opponents_html(const LadderEntrant& one, const PageLinks& links) const {
  std::string rows;
  for (const LadderEntrant::Opponent& opponent : one.opponents) {
    const std::string name = opponent.entrant ? link(links.entrant(*opponent.entrant), foreign(opponent.name))
                                              : foreign(opponent.name);
    rows += "<tr><th scope=\"row\" class=\"name\">" + name + "</th>" + cell(rating_text(opponent.rating)) +
            cell(score_text(opponent.score)) + "</tr>\n";
  }
  return entrant_table(
      "opponents",
      "Games of the newest submission. A game that repeats an earlier one move for move is left out.",
      column("Opponent", kNameHead) + column("Elo") + column("Won-drawn-lost"), rows);
}

/// The values of earlier days as a line, oldest at the left.
std::string EntrantPages::curve_html(Entrant entrant) const {
  const auto& sums = page_.history.ladder->sums();
  EntrantCurve curve{page_.rules().seats > 1 ? "Elo" : "Mean", "Time", {}, -1};
  if (entrant < sums.size()) {
    for (const LadderTable::Point& point : sums[entrant].points) {
      curve.values.emplace_back(point.value);
    }
  }
  return entrant_curve_html(curve);
}

std::string EntrantPages::points_html(Entrant entrant) const {
  const auto& sums = page_.history.ladder->sums();
  if (entrant >= sums.size() || sums[entrant].points.empty()) {
    return "<p>Nothing yet.</p>\n";
  }
  const bool meet = page_.rules().seats > 1;
  std::string rows;
  const auto& points = sums[entrant].points;
  for (std::size_t i = 0; i < std::min(points.size(), kMostPoints); ++i) {
    const LadderTable::Point& point = points[points.size() - 1 - i];
    rows += "<tr><th scope=\"row\" class=\"name\">" + minute_text(point.at) + "</th>" +
            cell(meet ? std::to_string(std::lround(point.value)) : figure_text(point.value)) + "</tr>\n";
  }
  return entrant_table("points-earlier", "Newest first. Times are UTC.",
                       column("Time", kNameHead) + column(meet ? "Elo" : "Mean"), rows);
}

std::string EntrantPages::matches_html(Entrant entrant, const PageLinks& links) const {
  std::string rows;
  std::size_t shown = 0;
  const std::vector<std::string> names = names_by_entrant(page_);
  const std::vector<StoredAttempt>& games = snapshot_.content().games;
  for (auto attempt = games.rbegin(); attempt != games.rend() && shown < kMostMatches; ++attempt) {
    const MatchPlace place{attempt->round, attempt->table, attempt->game_no};
    const auto seats = snapshot_.seats(place);
    if (!is_over(*attempt) || std::ranges::find(seats, std::optional(entrant)) == seats.end() ||
        !snapshot_.is_shown(attempt->match)) {
      continue;
    }
    ++shown;
    const RoundList::Table table = ladder_game(snapshot_, page_, *attempt, names);
    const std::string ended = minute_text(read_game_result(attempt->result).ended);
    rows += "<tr><th scope=\"row\" class=\"name\">" + link(links.match(attempt->match), table.title) +
            "</th>" + game_cells(entrant, table, attempt->status == StoredAttempt::Status::struck) +
            cell(escaped(ended)) + "</tr>\n";
  }
  if (rows.empty()) {
    return "<p>No game is over, or those that are over are still secret.</p>\n";
  }
  return entrant_table("matches", "Times are UTC. Records of older games are not kept.",
                       column("Game", kNameHead) + column("Opponents", kTextColumn) +
                           column("Result", kTextColumn) + column("Score", kTextColumn) + column("Ended"),
                       rows);
}

}  // namespace referee::pages
