#include "referee/match/take_over_gauge.h"

#include <gtest/gtest.h>

namespace referee {
namespace {

using namespace std::chrono_literals;

const TimePoint kStart{100s};

TEST(TakeOverGauge, FiveAMinuteAreFreeAndTheNewestWaits) {
  // "after 5 take-overs a minute the newest waits (`retry_after_ms`)"
  TakeOverGauge gauge;
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(gauge.wait_at(kStart + i * 1s), 0ms);
  }
  EXPECT_EQ(gauge.wait_at(kStart + 10s), 50s);
  EXPECT_EQ(gauge.wait_at(kStart + 10s), 50s) << "one that waits is not counted";
}

TEST(TakeOverGauge, TheOldestIsForgottenAfterAMinute) {
  TakeOverGauge gauge;
  for (int i = 0; i < 5; ++i) {
    (void)gauge.wait_at(kStart + i * 1s);
  }
  EXPECT_EQ(gauge.wait_at(kStart + 60s - 1us), 1ms) << "never told to come back at once";
  EXPECT_EQ(gauge.wait_at(kStart + 60s), 0ms);
  EXPECT_EQ(gauge.wait_at(kStart + 60s), 1s);
}

}  // namespace
}  // namespace referee
