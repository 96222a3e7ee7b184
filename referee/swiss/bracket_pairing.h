#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "referee/swiss/pool.h"

namespace referee::swiss {

/// How much of the round the pairing of a bracket looks at. A wider scope takes longer; it finds the same
/// pairing as a narrower one wherever the players outside that one make no difference.
enum class Scope {
  bracket,    ///< the bracket alone
  with_next,  ///< and the next score group, for C8
  all         ///< and all players below, for C4 and the bye
};

/// A bracket (1.3.2) with those below it that are in view, as places in the pool, ascending: moved-down
/// players (MDPs), residents, the next score group, the rest. A position in `players` is what the pairing of
/// the bracket calls a vertex; those of the bracket itself are its BSNs, from 0.
struct Bracket {
  std::vector<std::size_t> players;
  std::size_t moved_down = 0;  ///< the first `moved_down` players are MDPs
  std::size_t own = 0;         ///< the first `own` are in the bracket
  std::size_t next_end = 0;    ///< the first `next_end` are in the bracket or in the next score group

  bool is_moved_down(std::size_t vertex) const { return vertex < moved_down; }
  bool is_resident(std::size_t vertex) const { return vertex >= moved_down && vertex < own; }
  bool is_next(std::size_t vertex) const { return vertex >= own && vertex < next_end; }
  /// Whether two, the higher ranked first, can be a pair of this bracket: MDPs meet residents only.
  bool is_own_pair(std::size_t higher, std::size_t lower) const {
    return higher < lower && is_resident(lower);
  }
};

/// The choice of the rules for a bracket. By vertex: the partner, kNobody for none. Partners of players
/// outside the bracket, and of downfloaters, only prove that the rest can be completed.
struct BracketPairing {
  std::vector<std::size_t> partner;
};

/// The pairing of a bracket that is best by the criteria in `scope`, and of several such the one that the
/// rules generate first. `bye_score`: the score of the player who gets the bye (C5); negative if no player
/// gets it.
BracketPairing pair_bracket(const Pool& pool, const Bracket& bracket, Scope scope, Tenths bye_score);

}  // namespace referee::swiss
