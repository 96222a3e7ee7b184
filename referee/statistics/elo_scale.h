#pragma once

#include <cmath>
#include <cstddef>
#include <numbers>

// From Elo to what the models speak of, and back.
namespace referee::comparison {

/// The mean points of a game, above 0 and below 1, that a difference of `elo` stands for.
inline double points_of_elo(double elo) { return 1 / (1 + std::pow(10.0, -elo / 400)); }

/// The reverse, of points above 0 and below 1.
inline double elo_of_points(double points) { return 400 * std::log10(points / (1 - points)); }

/// What the ratio of (mean points - 1/2) to their standard deviation has to be multiplied by to be normalized
/// Elo. `results`: how many an observation may have, 3 of a game and 5 of a pair, whose mean is that of two
/// games.
inline double normalized_elo_of_ratio(std::size_t results) {
  return 800 / std::numbers::ln10 / (results == 5 ? std::numbers::sqrt2 : 1);
}

}  // namespace referee::comparison
