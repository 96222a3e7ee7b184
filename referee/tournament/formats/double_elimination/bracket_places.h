#pragma once

#include <vector>

#include "referee/tournament/formats/double_elimination/bracket.h"
#include "referee/tournament/standings/standings.h"

namespace referee {

/// Ranks the entrants of a bracket, before all others, which keep their order: first the winner; then those
/// still in, those without a loss before the others; then those that are out, by the step in which they went
/// out, the latest first. Equal ones share a rank, in the order of seeds. Sets StandingsRow::bracket.
void rank_by_bracket(const Bracket& bracket, std::vector<StandingsRow>& rows);

}  // namespace referee
