#pragma once

#include "referee/swiss/tournament.h"
#include "referee/swiss/trf/records.h"

namespace referee::swiss::trf {

/// Puts the records of a file together. Adds a warning where ranks are asked for and differ from the ids.
/// REQUIRES: there is a player. Throws TrfError where records contradict each other.
Tournament assembled(Records& records);

/// Throws TrfError unless opponents name each other, have opposite colours and results that go together, and
/// each round has at most one bye. REQUIRES: players[i].id is i + 1.
void check_pairs(const std::vector<PlayerRecord>& players);

}  // namespace referee::swiss::trf
