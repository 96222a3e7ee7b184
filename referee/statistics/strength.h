#pragma once

#include "referee/statistics/counts.h"

// How much stronger the first of two players is. Games count each for itself; of pairs the variance is that
// between pairs, so that what seed and opening do to both games of a pair is taken out.
namespace referee::comparison {

/// The difference in Elo that the mean points stand for: a difference of D means 1 / (1 + 10^(-D / 400))
/// points a game. The estimate and `high` are infinite if all points were won, the estimate and `low` if all
/// were lost; both ends are without games, and the estimate is 0 then.
Interval elo_difference(const GameCounts& games);
Interval elo_difference(const PairCounts& pairs);

/// The difference in units of the noise of a game, as the SPRT's model `normalized` has it: 800 / ln 10 times
/// (mean points - 1/2) / (standard deviation of a game). Infinite where elo_difference() is, and also if all
/// pairs ended alike and not evenly.
Interval normalized_elo(const GameCounts& games);
Interval normalized_elo(const PairCounts& pairs);

/// How likely it is, given these results and no other knowledge, that the first player is the stronger one:
/// from 0 to 1; 1/2 without results, and if all of them are even.
double likelihood_of_superiority(const GameCounts& games);
double likelihood_of_superiority(const PairCounts& pairs);

}  // namespace referee::comparison
