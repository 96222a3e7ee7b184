#pragma once

#include <cstddef>
#include <cstdint>

#include "referee/tournament/pairing/table_division.h"

namespace referee {

/// Exchanges players between the tables of `start` to make the cost small: never greater than that of
/// `start`, and no exchange of two makes it smaller, unless there are too many exchanges to try (some
/// thousand players). If the next round would then need avoidable repeats, and there are few players, it
/// prefers, of divisions that cost the same up to the meetings, those that leave more tables of strangers
/// (see TablesCost::strangers). The work is bounded, by the number of players. The same arguments give the
/// same tables, on every machine. REQUIRES: each player is at exactly one table, no table is empty.
Tables search_tables(const TablePlayers& players, const Tables& start, std::uint64_t seed);

}  // namespace referee
