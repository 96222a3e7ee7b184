#pragma once

#include <vector>

namespace referee {

/// What those get who share a place.
enum class Sharing {
  best,    ///< all of them the better prize: of 20, 10, 5 two firsts get 20 each, whoever is next 5
  average  ///< the mean of the prizes for the places that they take: 15 each
};

/// Points for places. `ranks`: of those who take a place, from 1, equal ones the best place (1, 1, 3), in any
/// order; `extra`: for the first place, the second, ...; after the last there is none. Returns the points of
/// each, in the order of `ranks`.
std::vector<double> prizes_of(const std::vector<int>& ranks, const std::vector<double>& extra,
                              Sharing sharing);

}  // namespace referee
