#include "referee/report/standings_page.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "protocol/require.h"
#include "protocol/verdict.h"
#include "referee/base/files.h"
#include "referee/base/text.h"
#include "referee/report/rating_text.h"
#include "referee/tournament/standings/ladder_table.h"

namespace referee {

StandingsPage before_bracket(StandingsPage page) {
  const std::size_t rounds = page.format->rounds_for_points(page.history);
  if (rounds < page.history.rounds.size()) {
    page.history.rounds.resize(rounds);
    page.rows = page.format->standings(page.history);
  }
  page.rounds = page.format->traits().bye_rounds.value_or(page.rounds);
  return page;
}

void withhold_places(StandingsPage& page, int last) {
  REQUIRE(last >= 1);
  page.withheld.last_place = last;
  if (!has_results(page)) {
    return;
  }
  int place = 0;  // of the row, if all had different ones
  std::vector<StandingsRow> shown;
  for (StandingsRow& row : page.rows) {
    place += row.staff ? 0 : 1;
    ((is_ranked(row) || row.staff ? row.rank : place) > last ? page.withheld.rows : shown)
        .push_back(std::move(row));
  }
  page.rows = std::move(shown);
}

bool tells_explanations(const StandingsPage& page) {
  return page.withheld.rows.empty() && !page.withheld.matches;
}

std::string result_text(const StandingsPage& page, const StandingsRow& row) {
  const auto rating = page.history.ladder ? rating_of(page, row) : std::nullopt;
  return rating ? "Elo " + std::to_string(rating->elo)
                : page.layout().place_column(page.rows).named_text(row);
}

bool is_withheld(const StandingsPage& page, Entrant entrant) {
  return std::ranges::find(page.withheld.rows, entrant, &StandingsRow::entrant) != page.withheld.rows.end();
}

std::vector<const StandingsRow*> all_rows(const StandingsPage& page) {
  std::vector<const StandingsRow*> all;
  for (const std::vector<StandingsRow>* const rows : {&page.rows, &page.withheld.rows}) {
    for (const StandingsRow& row : *rows) {
      all.push_back(&row);
    }
  }
  return all;
}

const StandingsRow& standings_row(const StandingsPage& page, Entrant entrant) {
  const std::vector<const StandingsRow*> rows = all_rows(page);
  return **std::ranges::find(rows, entrant, &StandingsRow::entrant);
}

PageLinks links_to_records(const std::string& folder) {
  return {.match = [folder](const std::string& match) { return folder + match + ".jsonl"; }};
}

MatchPlace match_place(const StandingsPage& page, const Encounter& encounter, int game_no,
                       std::size_t position) {
  const int matches = page.rules().matches_a_game(encounter);
  const int own = page.rules().apart ? static_cast<int>(position) + 1 : 1;
  return {encounter.round, encounter.table, (game_no - 1) * matches + own};
}

std::vector<RecordLink> record_links(const StandingsPage& page, const PlayedEncounter& played,
                                     std::size_t position, std::size_t before) {
  std::vector<RecordLink> links;
  const auto& [encounter, games] = played;
  for (std::size_t i = 0; i < games.size() && page.links.match; ++i) {
    const std::string match = match_place(page, encounter, games[i].game_no, position).id();
    if (const std::string href = page.href_of(match); !games[i].struck && !href.empty()) {
      links.push_back({std::to_string(before + i + 1), href, match});
    }
  }
  return links;
}

std::int64_t faults_of(const GameTally& tally) {
  return std::accumulate(tally.by_verdict.begin() + 1, tally.by_verdict.end(), std::int64_t{0});
}

std::vector<std::pair<std::string, std::int64_t>> faults_by_kind(const GameTally& tally) {
  std::vector<std::pair<std::string, std::int64_t>> kinds;
  for (std::size_t i = 1; i < tally.by_verdict.size(); ++i) {
    if (tally.by_verdict[i] > 0) {
      kinds.emplace_back(name_of(static_cast<protocol::Verdict>(i)), tally.by_verdict[i]);
    }
  }
  return kinds;
}

std::string faults_text(const GameTally& tally) {
  std::string kinds;
  for (const auto& [name, count] : faults_by_kind(tally)) {
    kinds.append(kinds.empty() ? "" : ", ").append(name).append(" ").append(std::to_string(count));
  }
  return std::to_string(faults_of(tally)) + (kinds.empty() ? "" : " (" + kinds + ")");
}

std::string mean_ms_text(const GameTally& tally) {
  const double turns = static_cast<double>(tally.turns);
  return tally.turns == 0 ? "-" : fixed_text(static_cast<double>(tally.used.count()) / turns / 1000, 3);
}

std::string worst_ms_text(const GameTally& tally) {
  return tally.turns == 0 ? "-" : fixed_text(static_cast<double>(tally.worst.count()) / 1000, 3);
}

std::string tie_break_text(const std::optional<TieBreakValue>& value) { return value ? value->text() : "-"; }

std::string_view kind_text(Encounter::Kind kind) {
  switch (kind) {
    case Encounter::Kind::play:
      break;
    case Encounter::Kind::bye:
      return "bye";
    case Encounter::Kind::forfeit:
      return "forfeit";
    case Encounter::Kind::half_bye:
      return "half-point bye";
    case Encounter::Kind::zero_bye:
      return "zero-point bye";
  }
  return "";
}

bool is_ranked(const StandingsRow& row) {
  return !row.staff &&
         (row.annulled || (has_played(row) && (!row.ladder || row.ladder->rating || row.ladder->score)));
}

std::string rank_text(const StandingsRow& row) { return is_ranked(row) ? std::to_string(row.rank) : "-"; }

std::vector<int> ranks_before(const StandingsPage& page) {
  const int last = last_decided_round(page);
  std::vector<int> ranks;
  if (last < 2) {
    return ranks;
  }
  History before = page.history;
  before.rounds.resize(static_cast<std::size_t>(last) - 1);
  ranks.resize(page.history.entrants.size());
  for (const StandingsRow& row : page.format->standings(before)) {
    ranks[row.entrant] = row.rank;
  }
  for (const StandingsRow& row : page.rows) {
    int& rank = ranks[row.entrant];
    rank = page.withheld.last_place > 0 && rank > page.withheld.last_place ? row.rank : rank;
  }
  return ranks;
}

int last_decided_round(const StandingsPage& page) {
  for (std::size_t round = page.history.rounds.size(); round > 0; --round) {
    for (const PlayedEncounter& played : page.history.rounds[round - 1]) {
      if (state_of(page.rules(), played.encounter, played.games).decided) {
        return static_cast<int>(round);
      }
    }
  }
  return 0;
}

bool has_results(const StandingsPage& page) {
  const auto has_played = [](const StandingsRow& row) { return row.games > 0; };
  return last_decided_round(page) > 0 || std::ranges::any_of(page.rows, has_played) ||
         std::ranges::any_of(page.withheld.rows, has_played);
}

std::string progress_text(const StandingsPage& page) {
  if (page.finished) {
    return "final";
  }
  if (page.history.ladder) {
    const int matches = page.history.ladder->matches();
    return matches == 0 ? "not started" : counted(matches, "game");
  }
  const int round = last_decided_round(page);
  return round == 0 ? "not started" : "round " + std::to_string(round) + " of " + std::to_string(page.rounds);
}

std::string_view standings_title(const StandingsPage& page) {
  return page.history.ladder || !page.layout().entrants_meet ? "Leaderboard" : "Standings";
}

std::size_t places_of(const StandingsPage& page) {
  return static_cast<std::size_t>(
      std::ranges::count(page.history.entrants, false, &History::EntrantInfo::staff));
}

bool has_staff(const StandingsPage& page) { return places_of(page) < page.history.entrants.size(); }

std::string staff_legend(const StandingsPage& page) {
  return has_staff(page) ? "A staff bot has no place: who stands above its line is better than it." : "";
}

std::string better_than(const StandingsPage& page, Entrant entrant) {
  bool is_below = false;
  for (const StandingsRow* const row : all_rows(page)) {
    if (is_below && row->staff && has_played(*row) && !row->annulled) {
      return row->name;
    }
    is_below = is_below || (row->entrant == entrant && is_ranked(*row));
  }
  return "";
}

std::string mark_text(const StandingsRow& row) {
  return row.annulled ? "annulled" : row.withdrawn ? "withdrawn" : row.staff ? "staff" : "";
}

std::string named_row_text(const StandingsRow& row) {
  const std::string mark = mark_text(row);
  return printable(row.name, kShownText) + (mark.empty() ? "" : " (" + mark + ")");
}

/// The files are copies of what the store has, so the function does not wait for the disk.
void write_standings(const std::filesystem::path& folder, const StandingsPage& page) {
  write_file_atomically(folder / "standings.json", standings_json(page), Sync::none);
  write_file_atomically(folder / "standings.csv", standings_csv(page), Sync::none);
  write_file_atomically(folder / "standings.md", standings_markdown(page), Sync::none);
  write_file_atomically(folder / "standings.html", standings_html(page), Sync::none);
}

}  // namespace referee
