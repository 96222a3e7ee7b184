#include "referee/series/series_ratings.h"

#include <algorithm>
#include <functional>

namespace referee {
namespace {

/// A program that fills seats is one player.
std::vector<rating::RankedGame> ranked_games(const SeriesResults& results) {
  std::vector<rating::RankedGame> games;
  for (const auto& [number, summary] : results.games()) {
    rating::RankedGame game;
    for (std::size_t seat = 0; seat < summary.seats.size(); ++seat) {
      game.seats.push_back(
          {results.plan().player_of(summary.game.seating[seat]), summary.seats[seat].rank, seat == 0});
    }
    games.push_back(std::move(game));
  }
  return games;
}

}  // namespace

SeriesRatings ratings_of(const SeriesResults& results) {
  const rating::Ratings estimated = rating::ratings_of(results.names().size(), ranked_games(results));
  SeriesRatings ratings{.converged = estimated.converged};
  for (std::size_t entrant = 0; entrant < estimated.players.size(); ++entrant) {
    if (estimated.players[entrant]) {
      ratings.of.push_back({entrant, *estimated.players[entrant]});
    }
  }
  std::ranges::stable_sort(ratings.of, std::greater{}, [](const SeriesRating& line) { return line.elo.elo; });
  return ratings;
}

std::vector<SeriesDifference> differences_of(const SeriesResults& results) {
  std::vector<SeriesDifference> differences;
  for (const rating::Difference& found :
       rating::differences_of(results.names().size(), ranked_games(results))) {
    differences.push_back({found.player, found.other, found.elo, found.superiority});
  }
  return differences;
}

}  // namespace referee
