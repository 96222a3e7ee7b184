#pragma once

#include <cstdint>
#include <string>

#include "engines/game.h"
#include "referee/match/match_spec.h"

namespace referee {

/// A game that several entrants play apart, each in a match of its own: all get the same chance.
struct SharedGame {
  int round = 1;
  int game = 1;  ///< of the encounter
};

/// Where the chance of a tournament's matches comes from.
struct MatchSeeds {
  std::uint64_t seed = 0;  ///< of the tournament
  std::string salt;        ///< of the tournament, secret: 32 hex digits

  /// Of a match whose instance names no seed: "the first 53 bits of
  /// SHA-256("seed/round/table/game/attempt")", and a salt drawn anew.
  engines::Seed of(const MatchSpec::Place& place, int attempt) const;
  /// The same with table 0 and attempt 0, and a salt as of_instance() has it: a match that is played again
  /// must be the one that the others have.
  engines::Seed of_shared(const SharedGame& game) const;
  /// Of an instance with a seed of its own: the same in every match that plays it, so is its salt.
  engines::Seed of_instance(std::uint64_t instance_seed) const;
};

/// What `start` publishes before play: hex SHA-256 of salt + ":" + decimal seed.
std::string commitment_of(const engines::Seed& seed);

}  // namespace referee
