#include "referee/match/match_result.h"

#include <gtest/gtest.h>

namespace referee {
namespace {

using Ranks = std::vector<int>;

TEST(Ranks, ShareTheBestPlace) {
  // "ranks share the best place (1, 1, 3)"
  EXPECT_EQ(ranks_of({5, 5, 3}), (Ranks{1, 1, 3}));
  EXPECT_EQ(ranks_of({3, 5, 5}), (Ranks{3, 1, 1}));
  EXPECT_EQ(ranks_of({1, 2, 2, 2, 0}), (Ranks{4, 1, 1, 1, 5}));
}

TEST(Ranks, FollowTheScores) {
  EXPECT_EQ(ranks_of({2, 0}), (Ranks{1, 2}));
  EXPECT_EQ(ranks_of({-1, -0.5, -2}), (Ranks{2, 1, 3}));
  EXPECT_EQ(ranks_of({0, 0}), (Ranks{1, 1}));
  EXPECT_EQ(ranks_of({7}), Ranks{1});
  EXPECT_EQ(ranks_of({}), Ranks{});
}

}  // namespace
}  // namespace referee
