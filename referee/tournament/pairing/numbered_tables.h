#pragma once

#include <vector>

#include "referee/tournament/standings/history.h"

namespace referee {

/// The encounters of a round, those that are played first and else in their order, with the round and the
/// numbers of their tables.
std::vector<Encounter> with_numbered_tables(std::vector<Encounter> encounters, int round);

}  // namespace referee
