#pragma once

#include "referee/tournament/standings/encounter_state.h"

// The rules of encounters in the tests.
namespace referee::test {

inline constexpr EncounterRules kOneGame{.seats = 2, .best_of = 1};
inline constexpr EncounterRules kSeatSwap{.seats = 2, .best_of = 2};
inline constexpr EncounterRules kOneGameOf4{.seats = 4, .best_of = 1};

}  // namespace referee::test
