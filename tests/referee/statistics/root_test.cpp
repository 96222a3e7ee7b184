#include "referee/statistics/root.h"

#include <gtest/gtest.h>

#include <cmath>

namespace referee::numeric {
namespace {

TEST(RootBetween, IsTheRoot) {
  const auto cubic = [](double x) { return x * x * x - 2; };
  EXPECT_NEAR(root_between(cubic, {0, -2, 2, 6}), std::cbrt(2.0), 1e-15);
}

TEST(RootBetween, IsAnEndWhereTheFunctionIsZero) {
  const auto never = [](double) -> double { throw std::logic_error("evaluated"); };
  EXPECT_EQ(root_between(never, {1, 0, 2, 5}), 1);
  EXPECT_EQ(root_between(never, {1, 5, 2, 0}), 2);
}

// A step of Newton's method from 0.5 goes to 1 - 2^-52, next to the pole.
TEST(RootBetween, NeverLeavesTheBracket) {
  const auto pole = [](double x) {
    EXPECT_GT(x, 0);
    EXPECT_LT(x, 1);
    return 1 / x - 1 / (1 - x) - 1e6;
  };
  const double root = root_between(pole, {0, 1e300, 1, -1e300});
  EXPECT_NEAR(1 / root - 1 / (1 - root), 1e6, 1e-3);
}

TEST(RootBetween, OfAJumpIsWhereTheSignChanges) {
  const auto jump = [](double x) { return x < 0.3 ? -1.0 : 1.0; };
  EXPECT_NEAR(root_between(jump, {0, -1, 1, 1}), 0.3, 1e-12);
}

// To within nothing of 0 there are more halvings than are allowed.
TEST(RootBetween, SaysThatItHasNotConverged) {
  const auto jump = [](double x) { return x <= 0 ? -1.0 : 1.0; };
  EXPECT_THROW(root_between(jump, {-1, -1, 1, 1}), NotConverged);
  EXPECT_NEAR(root_between(jump, {-1, -1, 1, 1}, {1e-15, 1e-9}), 0, 1e-9);
}

}  // namespace
}  // namespace referee::numeric
