#pragma once

#include <cstddef>
#include <vector>

#include "referee/tournament/pairing/past_rounds.h"
#include "referee/tournament/pairing/table_division.h"

namespace referee {

/// Those who are to be seated, as the search for tables sees them: player i is `ranked[i]`. Weight and
/// further rounds are left to be set.
TablePlayers table_players(const EncounterRules& rules, const PastRounds& past, const History& history,
                           const std::vector<Entrant>& ranked);

/// The tables at which `ranked` play in a round, as the search sees them.
Tables tables_of(const std::vector<Entrant>& ranked, const std::vector<Encounter>& encounters);

/// The least number of groups in which `ranked` have played a round: the tables at which they sat, and one
/// for each who did not play. 0 before the first round.
std::size_t fewest_groups(const History& history, const std::vector<Entrant>& ranked);

/// As few tables as hold all, as even as possible, the larger ones first. REQUIRES: players >= 1.
std::vector<std::size_t> table_sizes(std::size_t players, std::size_t seats);

}  // namespace referee
