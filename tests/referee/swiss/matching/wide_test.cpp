#include "referee/swiss/matching/wide.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/random_cases.h"

namespace referee::swiss {
namespace {

__extension__ using Reference = unsigned __int128;

Wide<2> of(Reference value) {
  return (Wide<2>(static_cast<std::uint64_t>(value >> 64U)) << 64U) +
         Wide<2>(static_cast<std::uint64_t>(value));
}

Reference random_value(std::mt19937_64& random) {
  const auto value = static_cast<Reference>(random()) << 64U | random();
  return value >> random() % 127;
}

TEST(Wide, CountsAsNumbersDo) {
  std::mt19937_64 random(1);
  for (int i = 0; i < test_support::random_cases(1000); ++i) {
    const Reference a = random_value(random) >> 1U;
    const Reference b = random_value(random) >> 1U;
    EXPECT_EQ(of(a) + of(b), of(a + b));
    EXPECT_EQ(of(std::max(a, b)) - of(std::min(a, b)), of(std::max(a, b) - std::min(a, b)));
    EXPECT_EQ(of(a) < of(b), a < b);
    EXPECT_EQ(of(a) == of(b), a == b);
    EXPECT_EQ(of(a) >> 1U, of(a / 2));
    EXPECT_EQ((of(a) & 1U) != 0, a % 2 == 1);
  }
  EXPECT_TRUE(Wide<4>() == 0);
  EXPECT_FALSE(of(Reference{1} << 100U) == 0);
}

TEST(Wide, AddsAtAnyBitAcrossWords) {
  for (std::size_t bit = 0; bit < 120; ++bit) {
    Wide<2> wide;
    wide += Wide<2>(181) << bit;
    EXPECT_EQ(wide, of(Reference{181} << bit)) << bit;
  }
  Wide<3> carried(~std::uint64_t{0});
  carried += 1;
  Wide<3> expected;
  expected += Wide<3>(1) << 64U;
  EXPECT_EQ(carried, expected);
}

}  // namespace
}  // namespace referee::swiss
