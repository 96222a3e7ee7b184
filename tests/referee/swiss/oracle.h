#pragma once

#include <vector>

#include "referee/swiss/pairing.h"

namespace referee::swiss {

/// The pairing of the next round, found by trying all that the rules allow: the candidates of each bracket in
/// the order in which C.04.3 generates them, each judged by C4 to C21. It shares only the data types with the
/// product, and is for at most about nine players. Does not order the boards. Throws NoPairing.
RoundPairing oracle_pairing(const Tournament& tournament);

}  // namespace referee::swiss
