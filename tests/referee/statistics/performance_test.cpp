#include "referee/statistics/performance.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace referee::rating {
namespace {

using Games = std::vector<RatedGame>;

// C.07, 10.1: "rounded to the nearest whole number (0.5 up)"
TEST(Performance, AverageIsRoundedHalfUp) {
  EXPECT_EQ(average_opponent(Games{{2000, 0}, {2001, 0}}), 2001);
  EXPECT_EQ(average_opponent(Games{{2000, 0}, {2000, 0}, {2001, 0}}), 2000);
  EXPECT_EQ(rounded_mean(std::array{-3, -2}), -2) << "-2.5";
  EXPECT_EQ(rounded_mean(std::array{-3, -3, -2}), -3);
}

// B.02, 8.1.2
TEST(Performance, ExpectedScoreFollowsTheTable) {
  EXPECT_EQ(expected_hundredths(0), 50);
  EXPECT_EQ(expected_hundredths(3), 50);
  EXPECT_EQ(expected_hundredths(4), 51);
  EXPECT_EQ(expected_hundredths(-4), 49);
  EXPECT_EQ(expected_hundredths(400), 92);
  EXPECT_EQ(expected_hundredths(735), 99);
  EXPECT_EQ(expected_hundredths(736), 100);
  EXPECT_EQ(expected_hundredths(-3000), 0);
}

// C.07, 10.2 with B.02, 8.1.1
TEST(Performance, TournamentPerformanceAddsTheDifferenceOfTheScore) {
  EXPECT_EQ(tournament_performance(Games{{2000, 2}, {2100, 1}}), 2050 + 193) << "75 %";
  EXPECT_EQ(tournament_performance(Games{{2000, 0}, {2100, 1}}), 2050 - 193) << "25 %";
  EXPECT_EQ(tournament_performance(Games{{2000, 2}}), 2800);
  EXPECT_EQ(tournament_performance(Games{{2000, 0}}), 1200);
  EXPECT_EQ(tournament_performance(Games{{2000, 2}, {2000, 0}, {2000, 0}}), 2000 - 125) << "33 %";
  EXPECT_EQ(tournament_performance(Games{{2000, 2}, {2000, 2}, {2000, 0}}), 2000 + 125) << "67 %";
  EXPECT_EQ(tournament_performance(Games(8, {2000, 1})), 2000);
  Games eighths(8, {2000, 0});
  eighths[0].halves = 2;
  EXPECT_EQ(tournament_performance(eighths), 2000 - 322) << "12.5 % is 13 %";
}

// C.07, 10.3
TEST(Performance, PerfectPerformanceIsTheLowestRatingThatExpectsTheScore) {
  EXPECT_EQ(perfect_performance(Games{{2000, 1}}), 1997) << "3 less still expect 50 %";
  EXPECT_EQ(perfect_performance(Games{{2000, 2}}), 2736);
  EXPECT_EQ(perfect_performance(Games{{2000, 0}, {1800, 0}}), 1000) << "no point: 800 less than the lowest";
  EXPECT_EQ(perfect_performance(Games{{500, 0}}), -300);
  for (const Games& games :
       {Games{{2000, 2}, {2100, 1}, {1500, 0}}, Games{{1200, 1}, {2600, 1}}, Games{{2000, 2}, {1000, 2}}}) {
    const auto expects = [&](int rating) {
      int sum = 0;
      for (const RatedGame& game : games) {
        sum += expected_hundredths(rating - game.opponent);
      }
      return sum;
    };
    int score = 0;
    for (const RatedGame& game : games) {
      score += 50 * game.halves;
    }
    const int perfect = perfect_performance(games);
    EXPECT_GE(expects(perfect), score);
    EXPECT_LT(expects(perfect - 1), score);
  }
}

}  // namespace
}  // namespace referee::rating
