#include "referee/lab/wall_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace referee {
namespace {

using testing::StartsWith;

TurnTimes turn(int wall_ms, int cpu_ms, int limit_ms = 50) {
  return {Milliseconds(wall_ms), Milliseconds(cpu_ms), Milliseconds(limit_ms)};
}

TEST(WallWatch, AComputingBotIsToldNothing) {
  EXPECT_EQ(slow_on_wall({}), "");
  EXPECT_EQ(sleeping({}), "");
  const std::vector<TurnTimes> turns = {turn(50, 49), turn(30, 30), turn(2, 1)};
  EXPECT_EQ(slow_on_wall(turns), "");
  EXPECT_EQ(sleeping(turns), "");
  EXPECT_EQ(sleeping({turn(10, 40), turn(10, 30)}), "") << "several threads";
  EXPECT_EQ(slow_on_wall({turn(60, 80)}), "") << "the clock of processor time tells that";
}

TEST(WallWatch, AnAnswerOverTheLimitIsTold) {
  EXPECT_EQ(slow_on_wall({turn(3, 1), turn(80, 2), turn(90, 2), turn(50, 2)}),
            "2 of 4 answers took longer than the clock allows, the first 80 ms (processor time 2 ms): where "
            "wall time counts, as for bots that dial in, they are late");
  EXPECT_THAT(slow_on_wall({turn(3, 1, -1)}), StartsWith("1 of 1 answers")) << "a bank that is used up";
}

TEST(WallWatch, SleepingIsToldIfHalfOfTheTurnsHaveIt) {
  EXPECT_EQ(sleeping({turn(12, 2), turn(40, 5), turn(3, 1), turn(9, 1)}),
            "it slept in 2 of 4 turns, up to 35 ms: a clock of processor time does not see that, one of wall "
            "time does");
  EXPECT_EQ(sleeping({turn(100, 2), turn(3, 1), turn(9, 1)}), "") << "once: it may have loaded its tables";
  EXPECT_EQ(sleeping({turn(10, 1), turn(10, 1)}), "") << "less than 10 ms";
}

}  // namespace
}  // namespace referee
