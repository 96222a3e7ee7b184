#include "referee/swiss/matching/wide.h"

#include <gtest/gtest.h>

#include <random>

namespace referee::swiss {
namespace {

__extension__ using Reference = unsigned __int128;

Wide<2> of(Reference value) {
  Wide<2> wide;
  wide.add(static_cast<std::uint64_t>(value), 0);
  wide.add(static_cast<std::uint64_t>(value >> 64U), 64);
  return wide;
}

Reference random_value(std::mt19937_64& random) {
  const auto value = static_cast<Reference>(random()) << 64U | random();
  return value >> random() % 127;
}

TEST(Wide, CountsAsNumbersDo) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 10'000; ++i) {
    const Reference a = random_value(random) >> 1U;
    const Reference b = random_value(random) >> 1U;
    EXPECT_EQ(of(a) + of(b), of(a + b));
    EXPECT_EQ(of(std::max(a, b)) - of(std::min(a, b)), of(std::max(a, b) - std::min(a, b)));
    EXPECT_EQ(of(a) < of(b), a < b);
    EXPECT_EQ(of(a) == of(b), a == b);
    EXPECT_EQ(of(a).half(), of(a / 2));
    EXPECT_EQ(of(a).odd(), a % 2 == 1);
  }
  EXPECT_TRUE(Wide<4>().zero());
  EXPECT_FALSE(of(Reference{1} << 100U).zero());
}

TEST(Wide, AddsAtAnyBitAcrossWords) {
  for (std::size_t bit = 0; bit < 120; ++bit) {
    Wide<2> wide;
    wide.add(181, bit);
    EXPECT_EQ(wide, of(Reference{181} << bit)) << bit;
  }
  Wide<3> carried(~std::uint64_t{0});
  carried.add(1, 0);
  Wide<3> expected;
  expected.add(1, 64);
  EXPECT_EQ(carried, expected);
}

}  // namespace
}  // namespace referee::swiss
