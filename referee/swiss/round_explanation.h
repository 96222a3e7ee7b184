#pragma once

#include <string>

#include "referee/swiss/pairing.h"
#include "referee/swiss/tournament.h"

namespace referee::swiss {

/// How the rules came to a pairing, for people: bracket by bracket its players, pairs (white first) and
/// downfloaters, and why the first candidate that the rules generate (C.04.3, 4.2) is not the one that they
/// take: two who may not meet, the first criterion that it fulfils less, or the players of the brackets
/// below. Players are ids. `pairing`: pair_round(tournament).
std::string round_explanation(const Tournament& tournament, const RoundPairing& pairing);

}  // namespace referee::swiss
