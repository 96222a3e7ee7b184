#pragma once

#include <random>

#include "referee/swiss/pairing.h"

namespace referee::swiss {

/// How often things happen in random tournaments, in percent.
struct Habits {
  unsigned draws = 30;
  unsigned forfeits = 3;      ///< of boards
  unsigned absences = 5;      ///< of players, each round; a third of them ask for half a point
  unsigned late_entries = 5;  ///< of players: they enter in a later round
};

/// Adds the absences of the next round to `byes`.
void add_absences(Tournament& tournament, const Habits& habits, std::mt19937& random);
/// Plays a round that has been paired.
void play_round(Tournament& tournament, const RoundPairing& pairing, const Habits& habits,
                std::mt19937& random);
/// A pairing of the players present by no rule but C1; it may leave players unpaired.
RoundPairing any_pairing(const Tournament& tournament, std::mt19937& random);

}  // namespace referee::swiss
