#include "referee/series/series_ratings.h"

#include <algorithm>
#include <functional>

namespace referee {

std::vector<SeriesRating> ratings_of(const SeriesResults& results) {
  std::vector<rating::RankedGame> games;
  for (const auto& [number, summary] : results.games()) {
    rating::RankedGame game;
    for (std::size_t seat = 0; seat < summary.seats.size(); ++seat) {
      game.seats.push_back({summary.game.seating[seat], summary.seats[seat].rank, seat == 0});
    }
    games.push_back(std::move(game));
  }
  const rating::Ratings estimated = rating::ratings_of(results.names().size(), games);
  std::vector<SeriesRating> ratings;
  for (std::size_t entrant = 0; entrant < estimated.players.size(); ++entrant) {
    if (estimated.players[entrant]) {
      ratings.push_back({entrant, *estimated.players[entrant]});
    }
  }
  std::ranges::stable_sort(ratings, std::greater{}, [](const SeriesRating& line) { return line.elo.elo; });
  return ratings;
}

}  // namespace referee
