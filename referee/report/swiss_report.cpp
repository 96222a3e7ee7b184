#include "referee/report/swiss_report.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "protocol/require.h"
#include "referee/base/files.h"
#include "referee/swiss/colours.h"
#include "referee/swiss/trf/writer.h"
#include "referee/tournament/pairing/swiss_tournament.h"

namespace referee {
namespace {

using EntryKind = swiss::RoundEntry::Kind;

constexpr std::size_t kMostRounds = 100;  // of any Swiss

/// Whether no pairing has repeated a game that was played (C1), and no entrant got a bye after another bye,
/// or after a point without playing (C2).
bool obeys_the_rules(const swiss::Player& player) {
  std::set<swiss::PlayerIndex> met;
  bool may_get_bye = true;
  for (const swiss::RoundEntry& entry : player.rounds) {
    if ((entry.opponent && met.contains(*entry.opponent)) || (entry.kind == EntryKind::bye && !may_get_bye)) {
      return false;
    }
    if (entry.played() && entry.opponent) {
      met.insert(*entry.opponent);
    }
    may_get_bye = may_get_bye && entry.kind != EntryKind::bye && entry.kind != EntryKind::forfeit_win;
  }
  return true;
}

std::vector<int> ranks_of(const std::vector<StandingsRow>& rows) {
  std::vector<int> ranks(rows.size());
  for (const StandingsRow& row : rows) {
    ranks[row.entrant] = row.rank;
  }
  return ranks;
}

/// The day of the first result, "2026/04/11"; before it, that of the last entry.
std::string first_day(const StandingsPage& page) {
  std::string first;
  for (const History::Round& round : page.history.rounds) {
    for (const PlayedEncounter& played : round) {
      for (const GameResult& game : played.games) {
        first = first.empty() ? game.ended : std::min(first, game.ended.empty() ? first : game.ended);
      }
    }
  }
  constexpr std::size_t kDay = 10;  // "2026-04-11" of a time in UTC
  std::string day = (first.empty() ? page.updated : first).substr(0, kDay);
  std::ranges::replace(day, '-', '/');
  return day;
}

std::string list_of(const TieBreaks& tie_breaks) {
  std::string list;
  for (const std::string& code : codes_of(tie_breaks)) {
    list.append(list.empty() ? "" : ",").append(code);
  }
  return list;
}

/// How many rounds, from the first on, have report files.
std::size_t rounds_reported(const StandingsPage& page) {
  return static_cast<std::size_t>(page.format->traits().trf_rounds);
}

}  // namespace

bool has_swiss_reports(const StandingsPage& page) { return page.format->traits().trf_rounds > 0; }

std::size_t rounds_over(const StandingsPage& page) {
  const auto open = std::ranges::find_if_not(
      page.history.rounds, [&](const History::Round& round) { return is_decided(page.rules(), round); });
  return std::min(static_cast<std::size_t>(open - page.history.rounds.begin()), rounds_reported(page));
}

std::string swiss_report(const StandingsPage& page, std::size_t rounds) {
  REQUIRE(has_swiss_reports(page) && rounds <= rounds_over(page));
  const bool now = rounds == page.history.rounds.size();
  const History past = now ? History() : history_after(page.history, rounds);
  const History& history = now ? page.history : past;
  swiss::Tournament tournament = swiss_tournament_of(page.rules(), history, page.format->traits().trf_rounds);
  tournament.name = page.tournament;
  tournament.initial_colour = swiss::first_colour(tournament);
  swiss::TrfFacts facts;
  facts.type = "Swiss";
  facts.start = first_day(page);
  facts.tie_breaks = list_of(page.tie_breaks());
  facts.dutch = std::ranges::all_of(tournament.players, obeys_the_rules);
  facts.ranks = ranks_of(now ? page.rows : page.format->standings(history));
  return swiss::write_trf(tournament, facts);
}

std::string standings_trf(const StandingsPage& page) {
  if (!has_swiss_reports(page)) {
    throw std::invalid_argument(page.tournament +
                                ": it has no report file: only a swiss at tables of two has some");
  }
  return swiss_report(page, rounds_over(page));
}

std::filesystem::path SwissReportFiles::path_of(std::size_t round) const {
  return folder_ / ("round-" + std::to_string(round) + ".trf");
}

void SwissReportFiles::write(const StandingsPage& page) {
  if (page.history.entrants.size() != entrants_) {
    settled_ = 0;  // each file lists all entrants
    entrants_ = page.history.entrants.size();
  }
  const std::size_t over = rounds_over(page);
  for (std::size_t round = settled_ + 1; round <= over; ++round) {
    write_file_atomically(path_of(round), swiss_report(page, round), Sync::none);
  }
  for (std::size_t round = over + 1; round <= kMostRounds; ++round) {
    std::filesystem::remove(path_of(round));  // it is of another tournament, or a match is played again
  }
  // Only the pairing of the next round shows which entrants it leaves out.
  settled_ = page.history.rounds.size() > over ? over : over - std::min<std::size_t>(over, 1);
}

void SwissReportFiles::forget_from(std::size_t round) { settled_ = std::min(settled_, round - 1); }

}  // namespace referee
