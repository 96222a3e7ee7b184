#include "referee/net/flood_gauge.h"

#include <gtest/gtest.h>

namespace referee {
namespace {

using namespace std::chrono_literals;

const TimePoint kStart{100s};

/// Spends one unit at a time at `now`; how many went before it was too much.
int spend_until_flood(FloodGauge& gauge, TimePoint now) {
  int count = 0;
  while (!gauge.spend(1, now)) {
    ++count;
  }
  return count;
}

TEST(FloodGauge, ABurstIsHarmlessAndOneMoreIsNot) {
  FloodGauge gauge;
  EXPECT_EQ(spend_until_flood(gauge, kStart), FloodGauge::kBurst);
}

TEST(FloodGauge, ItRecoversByTheSecond) {
  FloodGauge gauge;
  EXPECT_FALSE(gauge.spend(FloodGauge::kBurst, kStart));
  EXPECT_EQ(spend_until_flood(gauge, kStart + 1s), FloodGauge::kPerSecond);
}

TEST(FloodGauge, ItRecoversToABurstAndNoFurther) {
  FloodGauge gauge;
  EXPECT_FALSE(gauge.spend(FloodGauge::kBurst, kStart));
  EXPECT_EQ(spend_until_flood(gauge, kStart + 1h), FloodGauge::kBurst);
}

TEST(FloodGauge, ASteadyRateBelowTheLimitNeverFloods) {
  FloodGauge gauge;
  for (int i = 0; i < 100'000; ++i) {
    ASSERT_FALSE(gauge.spend(1, kStart + i * 5ms)) << i;  // kPerSecond
  }
}

TEST(FloodGauge, ASteadyRateOfTwiceTheLimitFloods) {
  FloodGauge gauge;
  bool flooded = false;
  for (int i = 0; i < 10'000 && !flooded; ++i) {
    flooded = gauge.spend(1, kStart + i * 2500us);
  }
  EXPECT_TRUE(flooded);
}

TEST(FloodGauge, AnswersDoNotCountHoweverFastTheyCome) {
  FloodGauge gauge;
  for (int i = 0; i < 100'000; ++i) {
    ASSERT_FALSE(gauge.spend(1, kStart)) << i;
    gauge.refund();
  }
  EXPECT_EQ(spend_until_flood(gauge, kStart), FloodGauge::kBurst) << "and they earn nothing";
}

}  // namespace
}  // namespace referee
