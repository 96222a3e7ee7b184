#pragma once

#include <span>

// FIDE's arithmetic of ratings: what a player's opponents and results against them say (Handbook C.07,
// Article 10, with the tables 8.1.1 and 8.1.2 of the rating regulations, B.02). All of it is in whole
// numbers.
namespace referee::rating {

/// One game played over the board.
struct RatedGame {
  int opponent = 0;  ///< the opponent's rating
  int halves = 0;    ///< half points scored: 2 for a win, 1 for a draw, 0 for a loss
};

/// The mean, rounded half up: 2000.5 is 2001. REQUIRES: not empty.
int rounded_mean(std::span<const int> values);

/// B.02, 8.1.2: the expected score in hundredths at a difference of ratings, own minus the opponent's;
/// without the cut at 400 points.
int expected_hundredths(int difference);

/// C.07, 10.1: the average rating of the opponents, ARO. REQUIRES: not empty.
int average_opponent(std::span<const RatedGame> games);

/// C.07, 10.2: the tournament performance rating, TPR: ARO and the difference that table 8.1.1 gives for the
/// score in per cent, rounded half up. REQUIRES: not empty.
int tournament_performance(std::span<const RatedGame> games);

/// C.07, 10.3: the perfect tournament performance, PTP: the lowest rating whose expected score against these
/// opponents is at least the score; without a point 800 less than the lowest opponent. REQUIRES: not empty.
int perfect_performance(std::span<const RatedGame> games);

}  // namespace referee::rating
