#pragma once

#include "engines/random.h"
#include "referee/swiss/tournament.h"

namespace referee::swiss::test {

/// A tournament as a report file can hold it, drawn at random and paired by no rule: games, forfeits and
/// decisions of arbiters, byes of all kinds, late entries, requests, forbidden pairs, point systems.
Tournament random_tournament(engines::Rng& rng);

/// Whether the two are equal in all they hold.
bool same(const Tournament& one, const Tournament& other);

}  // namespace referee::swiss::test
