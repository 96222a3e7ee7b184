#include "referee/statistics/mean_bet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/referee/statistics/drawing.h"

namespace referee::comparison {
namespace {

using enum MeanBet::Bound;

double evidence(MeanBet bet, const std::vector<double>& values) {
  for (const double value : values) {
    bet.add(value);
  }
  return std::exp(bet.log_evidence());
}

// Stakes are 0.3, 0.6 and 0.95 of the capital; at even odds a win gives them once more.
TEST(MeanBet, ByHand) {
  EXPECT_NEAR(evidence({at_most, 0.5, 0.1}, {1}), (1.3 + 1.6 + 1.95) / 3, 1e-12);
  EXPECT_NEAR(evidence({at_most, 0.5, 0.1}, {1, 0}), (1.3 * 0.7 + 1.6 * 0.4 + 1.95 * 0.05) / 3, 1e-12);
  EXPECT_NEAR(evidence({at_most, 0.25, 0.1}, {1}), (1.9 + 2.8 + 3.85) / 3, 1e-12);
  EXPECT_EQ(MeanBet(at_most, 0.5, 0.1).log_evidence(), 0);
}

TEST(MeanBet, TheOtherBoundIsItsMirror) {
  EXPECT_NEAR(evidence({at_most, 0.3, 0.05}, {1, 0.5, 0, 0.75}),
              evidence({at_least, 0.7, 0.05}, {0, 0.5, 1, 0.25}), 1e-12);
}

// What makes the evidence mean what it says: at the bound itself nobody gains on the mean, whatever was
// before.
TEST(MeanBet, IsFairAtTheBound) {
  for (const double limit : {0.05, 0.3, 0.5, 0.9}) {
    const MeanBet bet(at_most, limit, 0.05);
    EXPECT_NEAR(limit * evidence(bet, {1}) + (1 - limit) * evidence(bet, {0}), 1, 1e-12);
    const std::vector<double> before{0.5, 1, 0.25};
    std::vector<double> won = before;
    std::vector<double> lost = before;
    won.push_back(1);
    lost.push_back(0);
    EXPECT_NEAR(limit * evidence(bet, won) + (1 - limit) * evidence(bet, lost), evidence(bet, before), 1e-9);
  }
}

// So bounds on one side of a share fail together, and their errors are not added up: BandDecision builds on
// it.
TEST(MeanBet, WhatRefutesABoundRefutesAllBelowIt) {
  drawing::Random random(3);
  for (int i = 0; i < drawing::kTests; ++i) {
    std::vector<double> values(1 + static_cast<std::size_t>(random.real() * 20));
    for (double& value : values) {
      value = random.real() < 0.3 ? 1 : random.real();
    }
    const double limit = 0.05 + 0.8 * random.real();
    EXPECT_GE(evidence({at_most, limit, 0.05}, values),
              evidence({at_most, limit + 0.1 * random.real(), 0.05}, values));
  }
}

TEST(MeanBet, TimesAreObservations) {
  MeanBet at_once(at_most, 0.4, 0.05);
  at_once.add(0.75, 3);
  EXPECT_NEAR(std::exp(at_once.log_evidence()), evidence({at_most, 0.4, 0.05}, {0.75, 0.75, 0.75}), 1e-12);
}

}  // namespace
}  // namespace referee::comparison
