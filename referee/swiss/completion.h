#pragma once

#include <cstddef>
#include <vector>

#include "referee/swiss/pool.h"

namespace referee::swiss {

/// The score of the player who gets the bye, as low as C5 wants it: one who may have it (C2), such that all
/// others can be paired (C4). Negative if the number of players is even, and no player gets it. Throws
/// NoPairing.
Tenths bye_score_of(const Pool& pool, int round);

/// Whether these players can all be paired, or if their number is odd, all but one with the bye's score who
/// may get it. `players` are places in the pool.
bool can_be_completed(const Pool& pool, const std::vector<std::size_t>& players, Tenths bye_score);

/// Who of the next score group is left over if `downfloaters` and `next` are paired as well as any could be:
/// each downfloater with a resident, and no downfloater left over, or one resident if their number is odd.
struct NextBracket {
  bool perfect = false;                ///< it is possible
  std::vector<std::size_t> left_over;  ///< none, or one
};
NextBracket next_bracket_of(const Pool& pool, const std::vector<std::size_t>& downfloaters,
                            const std::vector<std::size_t>& next);

}  // namespace referee::swiss
