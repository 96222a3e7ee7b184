#include "referee/statistics/bounded_mean.h"

#include <gtest/gtest.h>

#include <cmath>

#include "referee/statistics/mean_bet.h"
#include "tests/referee/statistics/drawing.h"

namespace referee::comparison {
namespace {

constexpr double kAlpha = 0.05;
constexpr double kMargin = 0.05;

BoundedMean of(double value, int times) {
  BoundedMean mean;
  for (int i = 0; i < times; ++i) {
    mean.add(value);
  }
  return mean;
}

TEST(BoundedMean, NothingIsKnownWithoutObservations) {
  EXPECT_EQ(BoundedMean().interval(kAlpha, kMargin), (Interval{0, 0, 1}));
}

TEST(BoundedMean, AnEndIsWhereTheBoundIsRefuted) {
  BoundedMean mean = of(0.5, 30);
  mean.add(1);
  mean.add(0.25);
  const Interval interval = mean.interval(kAlpha, kMargin);
  EXPECT_NEAR(interval.estimate, 16.25 / 32, 1e-12);
  MeanBet low(MeanBet::Bound::at_most, interval.low, kMargin);
  MeanBet high(MeanBet::Bound::at_least, interval.high, kMargin);
  for (MeanBet* const bet : {&low, &high}) {
    bet->add(0.5, 30);
    bet->add(1);
    bet->add(0.25);
    EXPECT_NEAR(bet->log_evidence(), -std::log(kAlpha), 1e-3);
  }
  EXPECT_LT(interval.low, interval.estimate);
  EXPECT_GT(interval.high, interval.estimate);
}

TEST(BoundedMean, AllWonOrAllLostHasAnEndOfItsOwn) {
  const Interval won = of(1, 20).interval(kAlpha, kMargin);
  EXPECT_EQ(won.high, 1);
  EXPECT_GT(won.low, 0.75);
  const Interval lost = of(0, 20).interval(kAlpha, kMargin);
  EXPECT_EQ(lost.low, 0);
  EXPECT_NEAR(lost.high, 1 - won.low, 1e-5);
}

// Whoever looks after every observation, and stops at the worst moment, is told wrongly no more often. Values
// are skewed: mostly 0.1, now and then 1.
TEST(BoundedMean, HoldsWheneverOneLooks) {
  drawing::Random random(5);
  constexpr double kMean = 0.1 * 0.9 + 0.1;
  int missed = 0;
  for (int i = 0; i < drawing::kTests; ++i) {
    BoundedMean mean;
    bool holds = true;
    for (int n = 0; n < 150 && holds; ++n) {
      mean.add(random.real() < 0.1 ? 1 : 0.1);
      const Interval interval = mean.interval(kAlpha, kMargin);
      holds = interval.low <= kMean && kMean <= interval.high;
    }
    missed += holds ? 0 : 1;
  }
  EXPECT_LE(missed, drawing::kTests * 2 * kAlpha + 3 * std::sqrt(drawing::kTests * 2 * kAlpha));
}

}  // namespace
}  // namespace referee::comparison
