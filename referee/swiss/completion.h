#pragma once

#include <cstddef>
#include <vector>

#include "referee/swiss/pool.h"

namespace referee::swiss {

/// The score of the player who gets the bye, as low as C5 wants it: that player may have it (C2), and all
/// others can be paired (C4). Negative if the number of players is even, and no player gets it. Throws
/// NoPairing.
Tenths bye_score_of(const Pool& pool, int round);

/// Whether these players can all be paired, or if their number is odd, all but one that has the bye's score
/// and may get the bye. `players` are places in the pool.
bool can_be_completed(const Pool& pool, const std::vector<std::size_t>& players, Tenths bye_score);

/// The players that are left over if `downfloaters` and `next`, the next score group, are paired as well as
/// possible: each downfloater with a resident, and no player left over but one resident if their number is
/// odd.
struct NextBracket {
  bool perfect = false;                ///< it is possible
  std::vector<std::size_t> left_over;  ///< none, or one
};
NextBracket next_bracket_of(const Pool& pool, const std::vector<std::size_t>& downfloaters,
                            const std::vector<std::size_t>& next);

}  // namespace referee::swiss
