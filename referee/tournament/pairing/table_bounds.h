#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "referee/tournament/pairing/table_division.h"

namespace referee {

/// What no division of some players into tables can undercut.
struct LeastMeetings {
  int repeats = 0;           ///< pairs at one table that have met before
  std::int64_t squares = 0;  ///< sum of the squared meetings of all pairs at one table
};

/// For tables of these sizes. Each player needs so many mates, at best those that it has met least; and of
/// more players than some earlier round had groups, two come from the same one and have met. `fewest_groups`:
/// tables of that round, whoever sat at none counting as one; the least of all rounds, 0 before the first.
LeastMeetings least_meetings(const TablePlayers& players, const std::vector<std::size_t>& sizes,
                             std::size_t fewest_groups);

std::vector<std::size_t> sizes_of(const Tables& tables);

}  // namespace referee
