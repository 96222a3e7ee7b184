#pragma once

#include <cstddef>
#include <vector>

#include "referee/series/series_results.h"
#include "referee/statistics/counts.h"
#include "referee/statistics/rating.h"

namespace referee {

/// The strength of an entrant of a series at tables of two and more.
struct SeriesRating {
  std::size_t entrant = 0;
  rating::Estimate elo;
};

/// How much stronger an entrant is than another, from one estimate.
struct SeriesDifference {
  std::size_t entrant = 0;
  std::size_t other = 0;
  rating::Estimate elo;
  double superiority = 0.5;  ///< how likely `entrant` is the stronger one, from 0 to 1
};

/// The differences of every two entrants who have played at tables of two and more; a program that fills
/// seats is one entrant, the first of them.
std::vector<SeriesDifference> differences_of(const SeriesResults& results);

struct SeriesRatings {
  std::vector<SeriesRating> of = {};  ///< all entrants who have played, the strongest first
  bool converged = true;              ///< rating::Ratings::converged
};

/// By the model of referee/rating.
SeriesRatings ratings_of(const SeriesResults& results);

/// The level of each entrant with its 95 % interval: the Elo that it is stronger than the first one, or in a
/// game of one seat its mean score. Throws std::runtime_error if the search for the Elo has not converged.
/// REQUIRES: each has played; in a game of one seat twice, else the interval is infinite.
std::vector<comparison::Interval> levels_of(const SeriesResults& results);

}  // namespace referee
