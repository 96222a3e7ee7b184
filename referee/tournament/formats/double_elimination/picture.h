#pragma once

#include "referee/tournament/formats/bracket_picture.h"
#include "referee/tournament/formats/double_elimination/bracket.h"

namespace referee {

/// `first`: the rounds of the tournament before the bracket.
BracketPicture picture_of(const Bracket& bracket, std::size_t first);

/// By step of the bracket, from 0: the round of the tournament, from 1. Steps that are not paired yet are
/// forecast, as if none of them was skipped; one that was skipped has the round of the step after it.
std::vector<int> rounds_by_step(const Bracket& bracket, std::size_t first);

}  // namespace referee
