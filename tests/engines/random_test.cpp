#include "engines/random.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <vector>

namespace engines {
namespace {

TEST(Below, StaysBelowItsBound) {
  Rng rng(1);
  constexpr auto kMax = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t n :
       {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{1000}, kMax / 2 + 1, kMax}) {
    for (int i = 0; i < 1000; ++i) {
      ASSERT_LT(below(rng, n), n);
    }
  }
}

TEST(Below, OfOneIsZero) {
  Rng rng(7);
  EXPECT_EQ(below(rng, 1), 0U);
}

// The C++ standard fixes the 10000th number of a default std::mt19937_64; below() must not change it.
TEST(Below, DrawsTheSameEverywhere) {
  Rng rng;
  rng.discard(9999);
  EXPECT_EQ(below(rng, 1'000'000'000'000'000'000ULL),
            9'981'545'732'273'789'042ULL % 1'000'000'000'000'000'000ULL);

  Rng seeded(42);
  std::vector<std::uint64_t> drawn;
  for (int i = 0; i < 8; ++i) {
    drawn.push_back(below(seeded, 100));
  }
  EXPECT_THAT(drawn, testing::ElementsAre(6, 24, 50, 62, 81, 28, 36, 44));
}

// With this bound, a third of the generator's numbers is left over at the top; a plain remainder would map
// them to the lower half, which would then be twice as frequent.
TEST(Below, DoesNotFavourSmallNumbersOfALargeBound) {
  Rng rng(3);
  const std::uint64_t n = (std::numeric_limits<std::uint64_t>::max() / 3) * 2;
  int low = 0;
  for (int i = 0; i < 10'000; ++i) {
    low += below(rng, n) < n / 2 ? 1 : 0;
  }
  EXPECT_NEAR(low, 5000, 250);
}

TEST(Below, IsRoughlyUniform) {
  constexpr std::size_t kSides = 6;
  constexpr int kRolls = 60'000;
  Rng rng(5);
  std::array<int, kSides> seen{};
  for (int i = 0; i < kRolls; ++i) {
    ++seen.at(below(rng, kSides));
  }
  for (const int count : seen) {
    EXPECT_NEAR(count, 10'000, 500);  // five standard deviations
  }
}

}  // namespace
}  // namespace engines
