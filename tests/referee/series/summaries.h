#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "referee/record/match_result.h"
#include "referee/series/series_results.h"

namespace test_support {

/// A game that ended with these scores by seat. Its moves are its own unless `moves` names them.
inline referee::GameSummary a_summary(const referee::PlannedGame& game, const std::vector<double>& scores,
                                      const std::string& moves = "") {
  referee::GameSummary summary;
  summary.game = game;
  summary.seed = 40 + static_cast<std::uint64_t>(game.group);
  summary.turns = 10;
  const std::vector<int> ranks = referee::ranks_of(scores);
  for (std::size_t seat = 0; seat < scores.size(); ++seat) {
    summary.seats.push_back({.score = scores[seat],
                             .rank = ranks[seat],
                             .turns = 5,
                             .used = referee::Microseconds(5000),
                             .worst = referee::Microseconds(2500)});
  }
  summary.moves_sha256 = moves.empty() ? std::to_string(game.number) : moves;
  return summary;
}

/// Adds the next games of the plan, from number `first` on, with these scores by entrant: {1, 0} is a game
/// that entrant 0 wins, on whatever seat it sits.
inline void add_games(referee::SeriesResults& results, std::int64_t first,
                      const std::vector<std::vector<double>>& by_entrant) {
  for (const std::vector<double>& scores : by_entrant) {
    const referee::PlannedGame game = results.plan().game(first++);
    std::vector<double> by_seat;
    for (const std::size_t entrant : game.seating) {
      by_seat.push_back(scores.at(entrant));
    }
    results.add(a_summary(game, by_seat));
  }
}

}  // namespace test_support
