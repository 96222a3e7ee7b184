#pragma once

#include <random>

#include "referee/swiss/pairing.h"

namespace referee::swiss {

/// What happens in made-up tournaments, in percent.
struct Habits {
  unsigned draws = 30;
  unsigned forfeits = 3;      ///< of boards
  unsigned absences = 5;      ///< of players, each round; a third of them ask for half a point
  unsigned late_entries = 5;  ///< of players: they come in a later round
};

/// A round as it is to be paired: who is left out is entered in `byes`.
void add_absences(Tournament& tournament, const Habits& habits, std::mt19937& random);
/// Plays a round that has been paired.
void play_round(Tournament& tournament, const RoundPairing& pairing, const Habits& habits,
                std::mt19937& random);
/// A pairing of those present without any rule but C1; not everybody may be paired.
RoundPairing any_pairing(const Tournament& tournament, std::mt19937& random);

}  // namespace referee::swiss
