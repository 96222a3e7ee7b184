#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "referee/swiss/bracket.h"
#include "referee/swiss/pool.h"

namespace referee::swiss {

/// What the rules choose for a bracket. By vertex: the partner, kNobody for none. Partners of those outside
/// the bracket, and of downfloaters, only prove that the rest can be completed.
struct BracketPairing {
  std::vector<std::size_t> partner;
};

/// The pairing of a bracket that is best by the criteria in `scope`, and of several the one that the rules
/// come to first. `bye_score`: the score of who gets the bye, C5; negative if nobody does.
BracketPairing pair_bracket(const Pool& pool, const Bracket& bracket, Scope scope, Tenths bye_score);

}  // namespace referee::swiss
