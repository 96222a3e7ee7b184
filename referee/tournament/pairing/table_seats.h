#pragma once

#include <cstddef>
#include <vector>

#include "referee/tournament/pairing/past_rounds.h"

namespace referee {

/// The entrants of a table in the order of their seats in its first game: the assignment that leaves
/// everybody's games by seat most even, however many of the encounter's games will be played. Between equal
/// ones `turn`, any number that differs from table to table and round to round, keeps the first named from
/// always having the first seat.
std::vector<Entrant> deal_seats(const EncounterRules& rules, const PastRounds& past,
                                const std::vector<Entrant>& entrants, std::size_t turn);

}  // namespace referee
