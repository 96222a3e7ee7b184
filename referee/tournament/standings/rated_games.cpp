#include "referee/tournament/standings/rated_games.h"

#include <algorithm>

#include "referee/tournament/standings/ladder_standings.h"

namespace referee {
namespace {

/// A game, ranked among the entrants that came to it.
rating::RankedGame ranked(const EncounterRules& rules, const Encounter& encounter, const GameResult& game) {
  rating::RankedGame ranked;
  const auto seating = seating_of(rules, encounter, game.game_no);
  for (std::size_t i = 0; i < encounter.entrants.size(); ++i) {
    if (!game.no_show[i]) {
      const auto better = std::ranges::count_if(game.scores, [&](double s) { return s > game.scores[i]; });
      ranked.seats.push_back(
          {encounter.entrants[i], static_cast<int>(better) + 1, !rules.apart && seating.front() == i});
    }
  }
  return ranked;
}

}  // namespace

std::vector<rating::RankedGame> rated_games(const EncounterRules& rules, const History& history,
                                            const std::vector<StandingsRow>& rows) {
  std::vector<bool> annulled(history.entrants.size());
  for (const StandingsRow& row : rows) {
    annulled[row.entrant] = row.annulled;
  }
  std::vector<rating::RankedGame> all;
  for (const History::Round& round : history.rounds) {
    for (const auto& [encounter, games] : round) {
      const bool counts = encounter.kind == Encounter::Kind::play && encounter.entrants.size() > 1 &&
                          state_of(rules, encounter, games).decided &&
                          std::ranges::none_of(encounter.entrants, [&](Entrant e) { return annulled[e]; });
      for (std::size_t game = 0; counts && game < games.size(); ++game) {
        rating::RankedGame one = ranked(rules, encounter, games[game]);
        if (!games[game].struck && one.seats.size() > 1) {
          all.push_back(std::move(one));
        }
      }
    }
  }
  return all;
}

rating::Ratings ratings_of(const EncounterRules& rules, const History& history,
                           const std::vector<StandingsRow>& rows) {
  if (history.ladder) {
    return ladder_ratings(*history.ladder, history.entrants.size());
  }
  return rating::ratings_of(history.entrants.size(), rated_games(rules, history, rows));
}

}  // namespace referee
