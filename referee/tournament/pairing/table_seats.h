#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "referee/tournament/pairing/past_rounds.h"

namespace referee {

/// What it costs to give job `job` to worker `worker`.
using AssignmentCost = std::function<std::int64_t(std::size_t worker, std::size_t job)>;

/// Gives each of n workers one of n jobs, all different, at the least total cost: the job by worker. Of
/// several best assignments it always gives the same. Hungarian method, O(n^3). REQUIRES: n times the
/// greatest difference of two costs fits std::int64_t.
std::vector<std::size_t> cheapest_assignment(std::size_t n, const AssignmentCost& cost);

/// The entrants of a table in the order of their seats in its first game: the assignment that leaves all
/// entrants' games by seat most even, for any number of the encounter's games that will be played. Between
/// equal assignments `turn` decides, any number that differs from table to table and round to round, so that
/// the entrant named first does not always have the first seat.
std::vector<Entrant> deal_seats(const EncounterRules& rules, const PastRounds& past,
                                const std::vector<Entrant>& entrants, std::size_t turn);

}  // namespace referee
