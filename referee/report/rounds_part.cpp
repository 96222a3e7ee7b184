#include <algorithm>
#include <set>
#include <span>

#include "referee/base/text.h"
#include "referee/report/html_parts.h"
#include "referee/report/html_sections.h"

// The rounds with their tables and games.
namespace referee::html {
namespace {

constexpr std::size_t kMostTables = 2'000;  // of rounds that stand on the page, the newest ones
constexpr std::size_t kFirstLatest = 12;    // games of a ladder that are shown at first

/// How far a round is: "over", "3 of 8 tables over", "results hidden".
std::string state_text(const RoundList::Round& round) {
  if (round.hidden) {
    return "results hidden";
  }
  const auto over = std::ranges::count_if(round.tables, &RoundList::Table::over);
  const std::size_t all = round.tables.size();
  return static_cast<std::size_t>(over) == all
             ? "over"
             : std::to_string(over) + " of " + counted(all, "table") + " over";
}

std::string side_html(const StandingsPage& page, const RoundList::Side& side) {
  const std::string entrant = side.entrant ? attribute("data-entrant", std::to_string(*side.entrant)) : "";
  return "<li" + entrant + (side.won ? " class=\"won\">" : ">") +
         link(side.entrant ? page.href_of(*side.entrant) : "", foreign(side.name)) +
         (side.points.empty() ? "" : " <span class=\"points\">" + escaped(side.points) + "</span>") + "</li>";
}

std::string game_html(const RoundList::Table& table, const RoundList::Game& game) {
  const std::string status = game.status.empty() ? "" : attribute("data-status", game.status);
  if (game.href.empty()) {
    return "<li><span" + status + ">" + escaped(game.text) + "</span></li>";
  }
  std::string label = game.text + ": " + game.match;
  for (const RoundList::Side& side : table.sides) {
    label += (&side == &table.sides.front() ? ", " : " against ") + side.name;
  }
  return "<li><a" + attribute("href", game.href) + status + attribute("aria-label", label) + ">" +
         escaped(game.text) + "</a></li>";
}

std::string table_html(const StandingsPage& page, const RoundList::Table& table) {
  std::string out = "<li class=\"table\"" + attribute("data-key", table.key) + "><h3>" +
                    escaped(table.title) +
                    (table.what.empty() ? "" : "<small>" + foreign(table.what) + "</small>") +
                    "</h3>\n<ul class=\"entrants\">";
  for (const RoundList::Side& side : table.sides) {
    out += side_html(page, side);
  }
  out += "</ul>\n";
  if (!table.games.empty()) {
    out += "<ul class=\"games\">";
    for (const RoundList::Game& game : table.games) {
      out += game_html(table, game);
    }
    out += "</ul>\n";
  }
  return out + "</li>\n";
}

/// Why games of the round have no page, each reason once.
std::string reasons_html(const RoundList::Round& round) {
  std::set<std::string> reasons;
  std::string items;
  for (const RoundList::Table& table : round.tables) {
    for (const RoundList::Game& game : table.games) {
      if (game.href.empty() && !game.why_not.empty() && reasons.insert(game.why_not).second) {
        items += "<li>" + escaped(game.why_not) + "</li>";
      }
    }
  }
  return items.empty() ? "" : "<ul class=\"reasons\">" + items + "</ul>\n";
}

std::string list_html(const StandingsPage& page, std::span<const RoundList::Table> tables) {
  std::string out = "<ol class=\"tables\">\n";
  for (const RoundList::Table& table : tables) {
    out += table_html(page, table);
  }
  return out + "</ol>\n";
}

std::string tables_html(const StandingsPage& page, const RoundList::Round& round) {
  return reasons_html(round) + list_html(page, round.tables);
}

/// The newest games of a ladder: the first few, and the others behind a click.
std::string latest_html(const StandingsPage& page, const RoundList::Round& round) {
  const std::span<const RoundList::Table> all(round.tables);
  const std::size_t first = std::min(kFirstLatest, all.size());
  return reasons_html(round) + list_html(page, all.first(first)) +
         (first == all.size() ? ""
                              : details(std::to_string(all.size() - first) + " older games", false) +
                                    list_html(page, all.subspan(first)) + "</details>\n");
}

}  // namespace

std::string rounds_part(const StandingsPage& page, const RoundList& list) {
  std::string out;
  std::size_t tables = 0;
  for (auto round = list.rounds.rbegin(); round != list.rounds.rend(); ++round) {
    tables += round->tables.size();
    if (round != list.rounds.rbegin() && tables > kMostTables) {
      out += "<p class=\"note\">Earlier rounds have no room on this page.</p>\n";
      break;
    }
    if (round->number == 0) {
      out += latest_html(page, *round);
      continue;
    }
    const std::string number = std::to_string(round->number);
    const std::string name = round->name.empty() ? "" : round->name + ", round " + number;
    out += details((name.empty() ? "Round " + number : name) + " <span class=\"round-state\">" +
                       state_text(*round) + "</span>",
                   round == list.rounds.rbegin(), attribute("data-key", "round-" + number)) +
           tables_html(page, *round) + "</details>\n";
  }
  return out;
}

}  // namespace referee::html
