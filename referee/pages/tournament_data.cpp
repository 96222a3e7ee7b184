#include "referee/pages/tournament_data.h"

#include <algorithm>
#include <utility>

#include "protocol/json_writer.h"
#include "referee/base/text.h"
#include "referee/pages/played_match.h"
#include "referee/pages/reveal.h"
#include "referee/pages/tournament_progress.h"
#include "referee/pages/tournament_tables.h"
#include "referee/report/column_texts.h"
#include "referee/report/explanation.h"
#include "referee/report/rating_text.h"
#include "referee/tournament/run/stored_page.h"
#include "referee/tournament/standings/ladder_table.h"

namespace referee::pages {
namespace {

using Json = nlohmann::json;
using protocol::JsonWriter;
using Section = ReportLayout::Section;

constexpr std::size_t kMostExplained = 400;  // entrants: all explanations are in the data

Json running_data(const TournamentSnapshot& snapshot) {
  Json running = Json::array();
  for (const StoredAttempt& attempt : snapshot.content().games) {
    const MatchPlace place{attempt.round, attempt.table, attempt.game_no};
    if (attempt.status != StoredAttempt::Status::running || !snapshot.terms().live ||
        !snapshot.visibility().tells_running(attempt.round)) {
      continue;
    }
    const std::string why = snapshot.visibility().why_hidden(attempt);
    running.push_back({{"match", attempt.match},
                       {"attempt", attempt.attempt},
                       {"round", attempt.round},
                       {"table", attempt.table},
                       {"game_no", attempt.game_no},
                       {"players", snapshot.players(place)},
                       {"shown", why.empty()},
                       {"why_not", why.empty() ? Json() : Json(why)}});
  }
  return running;
}

// ---- standings ----

Json columns_data(const StandingsPage& page) {
  Json columns = Json::array();
  for (const StandingsColumn& result : page.layout().results) {
    columns.push_back({{"key", result.key}, {"title", result.title}, {"about", about(result)}});
  }
  for (const TieBreak& tie_break : page.tie_breaks()) {
    columns.push_back({{"key", tie_break.code()}, {"title", tie_break.code()}, {"about", about(tie_break)}});
  }
  return columns;
}

Json charge_data(const TournamentSnapshot& snapshot, const GameTally& tally) {
  const auto budget = budget_of_turn(snapshot.recorded().clock);
  return {{"mean_us", tally.turns == 0 ? Json() : Json(tally.used.count() / tally.turns)},
          {"worst_us", tally.turns == 0 ? Json() : Json(tally.worst.count())},
          {"budget_us", budget ? Json(*budget) : Json()},
          {"turns", tally.turns}};
}

Json faults_data(const GameTally& tally) {
  Json faults = Json::object();
  for (const auto& [kind, count] : faults_by_kind(tally)) {
    faults[kind] = count;
  }
  return faults;
}

Json lines_of(const std::string& text) {
  Json lines = Json::array();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

Json row_data(const StandingsPage& page, const StandingsRow& row, const std::vector<int>& before) {
  Json cells = Json::array();
  for (const StandingsColumn& result : page.layout().results) {
    cells.push_back(result.text(row));
  }
  for (const auto& value : row.tie_breaks) {
    cells.push_back(tie_break_text(value));
  }
  const auto rating = rating_of(page, row);
  Json data = {
      {"entrant", row.entrant},
      {"rank", row.rank},
      {"ranked", is_ranked(row)},
      {"movement", before.empty() || row.staff ? Json() : Json(before[row.entrant] - row.rank)},
      {"mark", mark_text(row)},
      {"cells", std::move(cells)},
      {"rating", rating ? Json{{"elo", rating->elo}, {"low", rating->low}, {"high", rating->high}} : Json()},
      {"wins", row.wins},
      {"games", row.games},
      {"encounters", row.encounters},
      {"faults", faults_data(row.tally)}};
  if (row.staff) {
    data["staff"] = true;
  }
  return data;
}

/// The rows with what explains them.
void write_standings(JsonWriter& out, const TournamentSnapshot& snapshot, const StandingsPage& page) {
  std::optional<ExplainedStandings> explained;
  if (page.rows.size() <= kMostExplained && tells_explanations(page)) {
    explained = explained_standings(page);
  }
  const std::vector<int> before = ranks_before(page);
  out.begin_list();
  for (const StandingsRow& row : page.rows) {
    Json data = row_data(page, row, before);
    data["charge"] = charge_data(snapshot, row.tally);
    data["explain"] = explained ? lines_of(explanation_text(*explained, row.entrant)) : Json::array();
    out.raw(protocol::dump(data));
  }
  out.end_list();
}

Json entrants_data(const TournamentSnapshot& snapshot) {
  std::vector<std::int64_t> games(snapshot.content().entrants.size());
  for (const StoredAttempt& attempt : snapshot.content().games) {
    if (is_over(attempt)) {
      for (const auto& entrant : snapshot.seats({attempt.round, attempt.table, attempt.game_no})) {
        games.at(entrant.value_or(0)) += entrant ? 1 : 0;
      }
    }
  }
  if (snapshot.is_ladder()) {  // the content has the newest matches only
    const auto& sums = snapshot.page().history.ladder->sums();
    for (Entrant entrant = 0; entrant < std::min(games.size(), sums.size()); ++entrant) {
      games[entrant] = sums[entrant].matches;
    }
  }
  Json entrants = Json::array();
  for (const StoredEntrant& entrant : snapshot.content().entrants) {
    entrants.push_back({{"name", snapshot.names().of(entrant.name)},
                        {"withdrawn", !entrant.withdrawn.empty()},
                        {"games", games[entrants.size()]}});
  }
  return entrants;
}

Json notes_data(const StandingsPage& page) {
  Json notes = Json::array();
  for (const StandingsNote& note : page.notes) {
    notes.push_back({{"at", note.at}, {"round", note.round}, {"text", note.text}});
  }
  return notes;
}

void write_latest(JsonWriter& out, const TournamentSnapshot& snapshot) {
  const std::vector<StoredAttempt>& games = snapshot.content().games;
  std::size_t left = snapshot.visibility().hides_matches() ? 0 : kMostLatest;
  out.begin_list();
  for (auto attempt = games.rbegin(); attempt != games.rend() && left > 0; ++attempt) {
    const MatchPlace place{attempt->round, attempt->table, attempt->game_no};
    if (&*attempt == snapshot.attempt(attempt->match) && snapshot.encounter(place)) {
      write_played(out, played_match(snapshot, *attempt));
      --left;
    }
  }
  out.end_list();
}

Json frozen_data(const TournamentSnapshot& snapshot) {
  const Visibility& visibility = snapshot.visibility();
  if (!visibility.first_frozen()) {
    return nullptr;
  }
  return {{"rounds", snapshot.page().rounds - *visibility.first_frozen() + 1},
          {"first", *visibility.first_frozen()},
          {"text", visibility.frozen_text()}};
}

std::string_view status_of(const TournamentSnapshot& snapshot) {
  if (snapshot.finished()) {
    return "finished";
  }
  return snapshot.content().rounds.empty() && snapshot.content().games.empty() ? "waiting" : "running";
}

/// What both the data for programs and those of the page have, but the rows of the standings.
Json common_data(const TournamentSnapshot& snapshot, const StandingsPage& page, std::int64_t version) {
  const std::string& started = snapshot.recorded().started;
  const auto show = snapshot.show_turn_ms();
  const std::int64_t done = matches_done(snapshot);
  const std::int64_t most = matches_at_most(snapshot);
  const std::int64_t total = std::max(most, done);
  const bool has_total = !snapshot.is_ladder() || most > 0;
  const auto left = seconds_left(snapshot, total - done);
  Json data = {{"format", 1},
               {"version", version},
               {"name", snapshot.name()},
               {"game", snapshot.game()},
               {"kind", snapshot.kind()},
               {"status", status_of(snapshot)},
               {"round", snapshot.content().rounds.size()},
               {"planned_rounds", page.rounds},
               {"matches", {{"done", done}, {"total", has_total ? Json(total) : Json()}}},
               {"updated", page.updated},
               {"finished", snapshot.finished()},
               {"finished_at", snapshot.finished() ? Json(snapshot.finished_at()) : Json()},
               {"live", snapshot.terms().live},
               {"between_rounds", is_between_rounds(snapshot)},
               {"started", started.empty() ? Json() : Json(started)},
               {"seconds_left", left ? Json(*left) : Json()},
               {"running", running_data(snapshot)},
               {"columns", columns_data(page)},
               {"entrants", entrants_data(snapshot)},
               {"frozen", frozen_data(snapshot)},
               {"workers", snapshot.terms().workers},
               {"lab", snapshot.terms().lab},
               {"show", show ? Json{{"turn_ms", *show}} : Json()}};
  if (page.withheld.last_place > 0) {
    data["places"] = page.withheld.last_place;
  }
  return data;
}

/// Appends the tables and drawings.
void write_tables(JsonWriter& out, const TournamentSnapshot& snapshot, const StandingsPage& page) {
  const ReportLayout& layout = page.layout();
  const bool tells = !page.withheld.matches;
  const auto write_if = [&](bool there, std::string_view key, const auto& write_value) {
    out.key(key);
    there ? write_value() : static_cast<void>(out.null());
  };
  write_if(tells && layout.has(Section::crosstable), "crosstable", [&] { write_crosstable(out, page); });
  write_if(tells && layout.has(Section::instance_scores), "scores", [&] { write_scores(out, page); });
  write_if(snapshot.is_ladder(), "latest", [&] { write_latest(out, snapshot); });
  out.key("rounds");
  write_rounds(out, snapshot, page);
  const bool has_chart = layout.has(Section::points_chart) || layout.has(Section::instance_scores);
  out.json("chart", has_chart ? chart_data(page) : Json());
  out.json("reveal", reveal_data(reveal_of(snapshot, page))).json("curves", curves_data(page));
  out.json("bracket", layout.has(Section::bracket) ? bracket_data(snapshot, page) : Json());
}

}  // namespace

StandingsPage shown_page(const TournamentSnapshot& snapshot, const std::string& ending) {
  const StandingsPage& whole = snapshot.page();
  const Visibility& visibility = snapshot.visibility();
  referee::PageParts parts{.tournament = whole.tournament,
                           .game = whole.game,
                           .format = whole.format,
                           .instances = visibility.instance_labels(),
                           .history = whole.history,
                           .changes = snapshot.content().changes,
                           .rounds = whole.rounds,
                           .finished = whole.finished && !visibility.first_frozen(),
                           .sandbox = whole.sandbox};
  if (const auto frozen = visibility.first_frozen()) {
    const auto shown = static_cast<std::size_t>(*frozen) - 1;
    parts.history.rounds.resize(std::min(parts.history.rounds.size(), shown));
    std::erase_if(parts.changes, [&](const StoredChange& change) { return change.round >= *frozen; });
  }
  StandingsPage page = referee::page_of(std::move(parts));
  snapshot.names().enter_into(page);
  if (visibility.last_place() > 0) {
    withhold_places(page, visibility.last_place());
  }
  if (visibility.hides_matches()) {
    page.withheld.matches = true;
    page.history.rounds.clear();
  }
  page.links.match = [&snapshot, ending](const std::string& match) {
    return snapshot.is_shown(match) ? "matches/" + match + ending : "";
  };
  page.links.entrant = [ending](Entrant entrant) {
    return "entrants/" + std::to_string(entrant + 1) + ending;
  };
  if (const auto budget = budget_of_turn(snapshot.recorded().clock)) {
    page.turn_budget_us = budget;
  }
  return page;
}

std::optional<std::int64_t> budget_of_turn(const std::optional<ClockSpec>& clock) {
  if (!clock || (clock->kind != ClockKind::per_move && clock->kind != ClockKind::mean)) {
    return std::nullopt;
  }
  return clock->ms * 1000;
}

nlohmann::json page_data(const TournamentSnapshot& snapshot, const StandingsPage& page,
                         std::int64_t version) {
  Json data = common_data(snapshot, page, version);
  const std::vector<int> before = ranks_before(page);
  Json& rows = data["standings"] = Json::array();
  for (const StandingsRow& row : page.rows) {
    rows.push_back(row_data(page, row, before));
  }
  return data;
}

std::string tournament_data(const TournamentSnapshot& snapshot, std::int64_t version) {
  const StandingsPage page = shown_page(snapshot);
  std::string text = protocol::dump(common_data(snapshot, page, version));
  text.pop_back();  // the object goes on
  JsonWriter out(text, true);
  out.field("ranking", page.layout().ranking);
  out.field("rating_about", page.layout().entrants_meet ? rating_legend(page) : "");
  out.field("sandbox", page.sandbox).json("instances", snapshot.visibility().instance_labels());
  out.json("notes", notes_data(page)).key("standings");
  write_standings(out, snapshot, page);
  write_tables(out, snapshot, page);
  out.end_object();
  return text;
}

}  // namespace referee::pages
