#pragma once

#include <cstddef>
#include <span>

namespace referee::rating {

/// A tie of `size` that shares a place is so many times as likely as one of equals alone on it.
struct TieWeight {
  std::size_t size = 2;
  double weight = 0;
};

/// What a difference of strengths, in natural logarithms, has to be multiplied by so that near equality it
/// says of the mean result of two entrants of a table (1, 1/2, 0) what a difference of Elo does: where ties
/// are likely, strength shows less in results. 1 without ties; 2 / (2 + weight) at a table of two.
double elo_scale(std::size_t table, std::span<const TieWeight> ties);

}  // namespace referee::rating
