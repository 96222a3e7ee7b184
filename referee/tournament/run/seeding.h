#pragma once

#include <string>

#include "referee/tournament/config/config.h"

namespace referee {

/// Puts the entrants of a tournament that has not begun into the order of their ratings in the store of a
/// ladder (config.seeds_from); those that are not rated there come behind, in their order. Returns lines for
/// people; "" without seeds_from, and for a store that exists: it has its order. Throws
/// std::invalid_argument, naming the key, if the named store is none of a ladder that has ratings;
/// StoreError.
std::string seed_entrants(TournamentConfig& config);

}  // namespace referee
