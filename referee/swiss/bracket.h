#pragma once

#include <cstddef>
#include <vector>

namespace referee::swiss {

/// How much of the round a bracket is paired with in view. The wider, the dearer; a wider one finds the
/// pairing of a narrower one wherever what lies outside has no say.
enum class Scope {
  bracket,    ///< the bracket alone
  with_next,  ///< and the next score group, for C8
  all         ///< and everybody below, for C4 and the bye
};

/// A bracket (1.3.2) with those below it that are in view, as places in the pool, ascending: moved-down
/// players (MDPs), residents, the next score group, the rest. A position in `players` is what the pairing of
/// the bracket calls a vertex; those of the bracket itself are its BSNs, from 0.
struct Bracket {
  std::vector<std::size_t> players;
  std::size_t moved_down = 0;  ///< the first so many are MDPs
  std::size_t own = 0;         ///< the first so many are in the bracket
  std::size_t next_end = 0;    ///< the first so many are in the bracket or in the next score group

  bool is_moved_down(std::size_t vertex) const { return vertex < moved_down; }
  bool is_resident(std::size_t vertex) const { return vertex >= moved_down && vertex < own; }
  bool is_next(std::size_t vertex) const { return vertex >= own && vertex < next_end; }
  /// Whether two, the higher ranked first, can be a pair of this bracket: MDPs meet residents only.
  bool is_own_pair(std::size_t higher, std::size_t lower) const {
    return higher < lower && is_resident(lower);
  }
};

}  // namespace referee::swiss
