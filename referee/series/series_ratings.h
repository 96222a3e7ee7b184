#pragma once

#include <cstddef>
#include <vector>

#include "referee/rating/rating.h"
#include "referee/series/series_results.h"

namespace referee {

/// The strength of an entrant of a series at larger tables.
struct SeriesRating {
  std::size_t entrant = 0;
  rating::Estimate elo;
};

/// The ratings of all entrants who have played, the strongest first, by the model of referee/rating.
std::vector<SeriesRating> ratings_of(const SeriesResults& results);

}  // namespace referee
