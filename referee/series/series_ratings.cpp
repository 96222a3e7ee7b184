#include "referee/series/series_ratings.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "referee/statistics/paired.h"

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

std::vector<comparison::Interval> mean_scores(const SeriesResults& results) {
  std::vector<std::vector<double>> scores(results.names().size());
  for (const auto& [number, summary] : results.games()) {
    scores[summary.game.seating.front()].push_back(summary.seats.front().score);
  }
  std::vector<comparison::Interval> means;
  for (const std::vector<double>& of_entrant : scores) {
    means.push_back(comparison::interval_of_mean(of_entrant));
  }
  return means;
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

std::vector<comparison::Interval> levels_of(const SeriesResults& results) {
  if (results.plan().seats() == 1) {
    return mean_scores(results);
  }
  if (!ratings_of(results).converged) {
    throw std::runtime_error(std::string("ratings: ") + rating::kNotConverged);
  }
  std::vector<comparison::Interval> levels(results.names().size());
  for (const SeriesDifference& found : differences_of(results)) {
    if (found.entrant == 0) {
      levels[found.other] = {-found.elo.elo, -found.elo.high, -found.elo.low};
    }
  }
  return levels;
}

}  // namespace referee
