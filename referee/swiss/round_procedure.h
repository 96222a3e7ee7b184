#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "referee/swiss/bracket_pairing.h"
#include "referee/swiss/pool.h"

namespace referee::swiss {

/// Two players who meet, as places in the pool.
struct Pair {
  std::size_t higher = 0;  ///< the higher ranked
  std::size_t lower = 0;
};

/// Pairs a round bracket by bracket, from the top score group down (C.04.3, 1.9).
class RoundProcedure {
 public:
  /// `bye_score`: see bye_score_of(). `narrowest`: the narrowest scope in which brackets are paired; the
  /// outcome is the same with each. Keeps `pool`.
  RoundProcedure(const Pool& pool, Tenths bye_score, Scope narrowest = Scope::bracket)
      : pool_(pool), bye_score_(bye_score), narrowest_(narrowest) {}

  void run();
  const std::vector<Pair>& pairs() const { return pairs_; }
  /// The player who gets the bye, as a place in the pool.
  std::optional<std::size_t> bye() const { return bye_; }

 private:
  Bracket bracket_at(std::size_t begin, Scope scope) const;
  BracketPairing pair_narrowly(std::size_t begin, Bracket& bracket) const;
  bool stands(const Bracket& bracket, const BracketPairing& pairing, std::size_t end, Scope scope) const;
  std::size_t group_end(std::size_t begin) const;

  const Pool& pool_;
  Tenths bye_score_;
  Scope narrowest_;
  std::vector<std::size_t> moved_down_;  // into the next bracket
  std::vector<Pair> pairs_;
  std::optional<std::size_t> bye_;
};

}  // namespace referee::swiss
