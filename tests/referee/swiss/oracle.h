#pragma once

#include <vector>

#include "referee/swiss/pairing.h"

namespace referee::swiss {

/// The pairing of the next round, found by going through all that the rules allow: the candidates of each
/// bracket in the order in which C.04.3 generates them, each judged by C4 to C21. It shares nothing with the
/// product but the data, and is for some nine players. Without boards' order. Throws NoPairing.
RoundPairing oracle_pairing(const Tournament& tournament);

}  // namespace referee::swiss
