#pragma once

#include <vector>

#include "referee/tournament/standings/tie_breaks/opposition.h"

namespace referee {

/// C.07, Article 6, applied once to entrants who are tied.
struct DirectEncounter {
  bool all_met = false;
  /// By position in the group: what it has scored against the others in it, of several encounters with one of
  /// them the mean (6.1.2). In a Swiss forfeits are no encounters (6.1.1).
  std::vector<TieBreakValue> scores;
  std::vector<int> missing;  ///< by position: others in the group that it has not met
  /// Best first, in the order of the group where nothing tells them apart. 6.2: if all have met, by scores.
  /// 6.3: else who is alone on top whatever the missing results are comes first, then the same for the next
  /// place; all the others are one part.
  std::vector<std::vector<Entrant>> parts;

  bool decides() const { return parts.size() > 1; }
};

/// REQUIRES: at least two, each once.
DirectEncounter direct_encounter(const Opposition& opposition, const std::vector<Entrant>& group);

/// The same until it decides nothing more: it starts again in each part of several.
std::vector<std::vector<Entrant>> split_by_direct_encounter(const Opposition& opposition,
                                                            const std::vector<Entrant>& group);

}  // namespace referee
