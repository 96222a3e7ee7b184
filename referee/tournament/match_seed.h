#pragma once

#include <cstdint>
#include <string>

#include "engines/game.h"
#include "referee/match/match_spec.h"

namespace referee {

/// Where the chance of a tournament's matches comes from.
struct MatchSeeds {
  std::uint64_t seed = 0;  ///< of the tournament
  std::string salt;        ///< of the tournament, secret: 32 hex digits

  /// Of a match whose instance names no seed: "the first 53 bits of
  /// SHA-256("seed/round/table/game/attempt")", and a salt drawn anew.
  engines::Seed of(const MatchSpec::Place& place, int attempt) const;
  /// Of an instance with a seed of its own: the same in every match that plays it, so is its salt.
  engines::Seed of_instance(std::uint64_t instance_seed) const;
};

}  // namespace referee
