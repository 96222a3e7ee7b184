#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "referee/tournament/formats/bracket_picture.h"
#include "referee/tournament/formats/double_elimination/bracket.h"

namespace referee {

/// `first`: the rounds of the tournament before the bracket.
BracketPicture picture_of(const Bracket& bracket, std::size_t first);

/// By step of the bracket, from 0: the round of the tournament, from 1. Steps that are not paired yet are
/// forecast, as if none of them was skipped; one that was skipped has the round of the step after it.
std::vector<int> rounds_by_step(const Bracket& bracket, std::size_t first);

/// What an encounter is called: "Quarter-final", "Upper final", "Lower round 2", "Lower final", "Final". The
/// repeated grand final is the "Second final".
std::string name_of(const Bracket& bracket, const BracketEncounter& encounter);

/// Game points of the entrant on a side: "1.5"; "+" or "-" without play; "" before the first game.
std::string score_of(const BracketEncounter& encounter, std::size_t side);

}  // namespace referee
