#include "referee/record/match_result.h"

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

TEST(MatchResult, CountsFaultsAndAmongThemLateTurns) {
  MatchResult::Seat seat;
  EXPECT_EQ(seat.faults(), 0);
  EXPECT_EQ(seat.late_turns(), 0);
  const auto count = [&](protocol::Verdict verdict) -> std::int64_t& {
    return seat.by_verdict[static_cast<std::size_t>(verdict)];
  };
  count(protocol::Verdict::ok) = 100;
  count(protocol::Verdict::late) = 1;
  count(protocol::Verdict::forfeited) = 2;
  count(protocol::Verdict::illegal) = 4;
  EXPECT_EQ(seat.faults(), 7);
  EXPECT_EQ(seat.late_turns(), 3);
}

}  // namespace
}  // namespace referee
