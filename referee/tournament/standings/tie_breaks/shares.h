#pragma once

#include <optional>
#include <vector>

#include "referee/tournament/standings/tie_breaks/opposition.h"
#include "referee/tournament/standings/tie_breaks/tie_break.h"

namespace referee {

/// What one round, or one opponent, adds to a tie-break.
struct Share {
  enum class Cut { none, low, high };
  std::size_t round = 0;     ///< from 0
  TieBreakValue value;       ///< what it adds, unless it is cut
  TieBreakValue opposition;  ///< the score of whom it was against; by it the least significant is found
  bool voluntary = false;    ///< of a voluntary unplayed round of a Swiss (16.1.2)
  Cut cut = Cut::none;       ///< left out, and why
  std::optional<Entrant> opponent;  ///< if it is of one opponent
};

/// Leaves out `low` least significant shares, then `high` most significant ones (C.07, 14.1 to 14.4). The
/// least significant one is that against the lowest score, of several such the lowest. 16.5: in its place the
/// lowest one of a voluntary unplayed round is left out, if there is one and it is not lower.
void cut(std::vector<Share>& shares, int low, int high);

/// What the rounds add to a tie-break of `entrant`, in their order; those that add nothing may be missing.
/// `fore` is the opposition with the final round drawn. REQUIRES: not direct encounter.
std::vector<Share> shares_of(const TieBreak& tie_break, Entrant entrant, const Opposition& opposition,
                             const Opposition& fore);

/// The value that they make: their sum without those that are cut, of AOB their mean.
TieBreakValue value_of(const TieBreak& tie_break, const std::vector<Share>& shares);

}  // namespace referee
