#pragma once

#include <cstdint>
#include <string>

#include "engines/game.h"
#include "referee/record/match_spec.h"

namespace referee {

/// A game of an encounter that several entrants play, each in a match of its own: chance is the same for all.
struct SharedGame {
  int round = 1;
  int game = 1;  ///< of the encounter
};

/// Draws the seeds of a tournament's matches.
struct MatchSeeds {
  std::uint64_t seed = 0;  ///< of the tournament
  std::string salt;        ///< of the tournament, secret: 32 hex digits

  /// The seed of a match whose instance names none: "the first 53 bits of
  /// SHA-256("seed/round/table/game/attempt")", and a salt drawn anew.
  engines::Seed of(const MatchSpec::Place& place, int attempt) const;
  /// The seed of a match of a game that several entrants play, each in a match of its own: "the first 53 bits
  /// of SHA-256("seed/round/0/game/0")", with the salt of of_instance(). All these matches, and those that
  /// are played again, have the same seed.
  engines::Seed of_shared(const SharedGame& game) const;
  /// The seed of an instance that names one: the same in every match that plays it, and so is the salt.
  engines::Seed of_instance(std::uint64_t instance_seed) const;
};

}  // namespace referee
