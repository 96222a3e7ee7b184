#include "referee/pages/tournament_progress.h"

#include <algorithm>
#include <ctime>
#include <vector>

#include "referee/tournament/standings/ladder_table.h"

namespace referee::pages {
namespace {

constexpr std::size_t kPaceMatches = 50;  // newest results that a guess of the time left goes by
constexpr std::size_t kLeastPaceMatches = 10;
constexpr std::int64_t kLongestGap = 20;  // in mean gaps: a longer one was a pause

/// Seconds since 1970; nothing if the text is no UTC as records have it.
std::optional<std::int64_t> seconds_of(const std::string& utc) {
  std::tm time{};
  if (::strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%S", &time) == nullptr) {
    return std::nullopt;
  }
  return ::timegm(&time);
}

}  // namespace

bool is_over(const StoredAttempt& attempt) {
  return attempt.status == StoredAttempt::Status::done || attempt.status == StoredAttempt::Status::struck;
}

std::int64_t matches_done(const TournamentSnapshot& snapshot) {
  if (snapshot.is_ladder()) {
    return snapshot.page().history.ladder->matches();
  }
  return std::ranges::count_if(snapshot.content().games, is_over);
}

bool is_between_rounds(const TournamentSnapshot& snapshot) {
  const StandingsPage& page = snapshot.page();
  return !snapshot.is_ladder() && !snapshot.finished() && !page.history.rounds.empty() &&
         is_decided(page.rules(), page.history.rounds.back());
}

std::int64_t matches_at_most(const TournamentSnapshot& snapshot) {
  const StandingsPage& page = snapshot.page();
  if (snapshot.is_ladder()) {
    return page.format->ladder()->matches.value_or(0);
  }
  std::int64_t matches = 0;
  for (const History::Round& round : page.history.rounds) {
    for (const auto& [encounter, games] : round) {
      const bool decided = state_of(page.rules(), encounter, games).decided;
      const auto most = static_cast<std::size_t>(page.rules().games_at_most(encounter));
      if (encounter.kind == Encounter::Kind::play) {
        matches +=
            static_cast<std::int64_t>(decided ? games.size() : most) * page.rules().matches_a_game(encounter);
      }
    }
  }
  if (page.finished) {
    return matches;
  }
  std::size_t paired = page.history.rounds.size();
  for (const PlannedRounds& planned : page.format->planned_rounds(page.history.entrants.size())) {
    const auto rounds = static_cast<std::size_t>(planned.rounds);
    const std::size_t left = rounds > paired ? rounds - paired : 0;
    paired -= std::min(paired, rounds);
    matches +=
        static_cast<std::int64_t>(left * planned.games * (page.rules().apart ? page.rules().seats : 1));
  }
  return matches;
}

std::optional<std::int64_t> seconds_left(const TournamentSnapshot& snapshot, std::int64_t matches_left) {
  std::vector<std::int64_t> ends;
  for (const History::Round& round : snapshot.page().history.rounds) {
    for (const PlayedEncounter& played : round) {
      for (const GameResult& game : played.games) {
        if (const auto end = seconds_of(game.ended)) {
          ends.push_back(*end);
        }
      }
    }
  }
  if (!snapshot.terms().live || snapshot.finished() || is_between_rounds(snapshot) ||
      ends.size() < kLeastPaceMatches) {
    return std::nullopt;
  }
  std::ranges::sort(ends);
  ends.erase(ends.begin(), ends.end() - static_cast<std::ptrdiff_t>(std::min(ends.size(), kPaceMatches)));
  const std::int64_t gaps = static_cast<std::int64_t>(ends.size()) - 1;
  const std::int64_t span = ends.back() - ends.front();
  for (std::size_t i = 1; i < ends.size(); ++i) {
    if ((ends[i] - ends[i - 1]) * gaps > kLongestGap * std::max(span, gaps)) {
      return std::nullopt;
    }
  }
  const std::int64_t matches =
      gaps * (snapshot.rules().apart ? static_cast<std::int64_t>(snapshot.rules().seats) : 1);
  return span * matches_left / matches;
}

}  // namespace referee::pages
