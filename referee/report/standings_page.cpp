#include "referee/report/standings_page.h"

#include <array>
#include <cstdio>
#include <numeric>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "protocol/verdict.h"
#include "referee/base/files.h"
#include "referee/base/text.h"
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

std::vector<RecordLink> record_links(const StandingsPage& page, const PlayedEncounter& played,
                                     std::size_t position, std::size_t before) {
  std::vector<RecordLink> links;
  if (page.records.empty()) {
    return links;
  }
  const auto& [encounter, games] = played;
  const int matches = page.rules().matches_a_game(encounter);
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (!games[i].struck) {
      const int own = page.rules().apart ? static_cast<int>(position) + 1 : 1;
      const MatchPlace match{encounter.round, encounter.table, (games[i].game_no - 1) * matches + own};
      links.push_back({std::to_string(before + i + 1), page.records + match.id() + ".jsonl", match.id()});
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

std::string progress_text(const StandingsPage& page) {
  if (page.finished) {
    return "final";
  }
  if (page.history.ladder) {
    const int matches = page.history.ladder->matches();
    return matches == 0 ? "not started" : std::to_string(matches) + (matches == 1 ? " game" : " games");
  }
  const int round = last_decided_round(page);
  return round == 0 ? "not started" : "round " + std::to_string(round) + " of " + std::to_string(page.rounds);
}

std::string_view standings_title(const StandingsPage& page) {
  return page.history.ladder || !page.layout().entrants_meet ? "Leaderboard" : "Standings";
}

std::string mark_text(const StandingsRow& row) {
  return row.annulled ? "annulled" : row.withdrawn ? "withdrawn" : "";
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
