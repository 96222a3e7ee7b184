#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "referee/tournament/points.h"
#include "referee/tournament/wide_int.h"

namespace referee {

/// Who is to be seated. Players are numbers from 0.
struct TablePlayers {
  std::vector<Points> points;  ///< by player, best first
  std::vector<int> meetings;   ///< how often a and b have met, at a * points.size() + b; symmetric
};

using Tables = std::vector<std::vector<std::size_t>>;

/// What a division costs; less is better, and what stands first counts most.
struct TablesCost {
  int most_meetings = 0;     ///< of two at one table, before this round
  std::int64_t squares = 0;  ///< sum of the squared meetings of all pairs at one table
  WideInt spread = 0;        ///< sum over tables of (best - worst)^2, in Points units

  auto operator<=>(const TablesCost&) const = default;
};

TablesCost cost_of(const TablePlayers& players, const Tables& tables);

/// Exchanges players between the tables of `start` to make the cost small: never greater than that of
/// `start`, and no exchange of two makes it smaller, unless there are too many of them (some thousand
/// players). The work is bounded, by the number of players. The same arguments give the same tables, on every
/// machine. REQUIRES: each player is at exactly one table, no table is empty.
Tables search_tables(const TablePlayers& players, const Tables& start, std::uint64_t seed);

}  // namespace referee
