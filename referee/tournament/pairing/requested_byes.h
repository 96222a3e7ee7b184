#pragma once

#include <vector>

#include "referee/tournament/standings/history.h"

namespace referee {

/// The encounters of those who asked to be left out of the next round, history.rounds.size() + 1, and have
/// not withdrawn: a bye of half a point or of none each, in the order of pairing numbers. Tables count on
/// from `first_table`.
std::vector<Encounter> requested_byes(const History& history, int first_table);

}  // namespace referee
