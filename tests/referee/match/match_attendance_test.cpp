#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/match/match.h"
#include "tests/support/match_table.h"
#include "tests/support/sums.h"

namespace referee {
namespace {

using test_support::always;
using test_support::kSums;
using test_support::MatchTable;
using test_support::silent;
using testing::ElementsAre;

TEST(MatchAttendance, WithOneSeatPresentItIsWonWithoutTurns) {
  // "A match with one seat present has no turns: its last line has `"no_show":[seats]`, scores 1 and 0, no
  // view"
  MatchTable table(kSums, {{"seats", 3}});
  table.seat_nobody();
  table.seat(silent());
  table.seat_nobody();
  const MatchResult& result = table.play();
  EXPECT_THAT(result.no_show, ElementsAre(0, 2));
  EXPECT_THAT(result.scores, ElementsAre(0, 1, 0));
  EXPECT_THAT(result.rank, ElementsAre(2, 1, 2));
  ASSERT_EQ(table.record().size(), 2U);
  const Json last = table.record().back();
  EXPECT_EQ(last["no_show"], Json::parse("[0,2]"));
  EXPECT_EQ(last["result"], Json::parse(R"({"scores":[0,1,0],"rank":[2,1,2]})"));
  EXPECT_FALSE(last.contains("view"));
  EXPECT_EQ(table.received(1).size(), 2U) << "no start, no turn: end and bye";
  EXPECT_EQ(table.received(1)[0]["rank"], 1);
}

TEST(MatchAttendance, WithNobodyPresentAllGetNothing) {
  // "all absent: 0 each"
  MatchTable table(kSums);
  table.seat_nobody();
  table.seat_nobody();
  EXPECT_THAT(table.play().scores, ElementsAre(0, 0));
  EXPECT_THAT(table.play().rank, ElementsAre(1, 1));
}

TEST(MatchAttendance, WithMoreSeatsPresentTheAbsentOnesAreOutAtTheirFirstTurn) {
  // "with more seats present it is played, the absent ones answering `no_show` and `forfeited` at their first
  // turn"
  MatchTable table(kSums, {{"seats", 3}, {"turns", 2}});
  table.seat(always(1));
  table.seat_nobody();
  table.seat(always(2));
  const MatchResult& result = table.play();
  EXPECT_THAT(result.scores, ElementsAre(2, 0, 4));
  EXPECT_TRUE(result.no_show.empty());
  const Json answer = table.answer(0, 1);
  EXPECT_EQ(answer["verdict"], "no_show");
  EXPECT_EQ(answer["forfeited"], true);
  EXPECT_EQ(answer["spent_us"], 0);
  EXPECT_TRUE(table.answer(1, 1).is_null()) << "it is not asked again";
}

TEST(MatchAttendance, WhoComesAfterTheStartHasNotCome) {
  MatchTable table(kSums, {{"seats", 3}, {"turns", 1}});
  table.seat(always(1));
  table.seat_nobody();
  table.seat(silent());
  table.play_until([&] { return table.received(2).size() >= 2; });
  table.reconnect(1, always(5), false);
  table.peer(2).send(R"({"type":"move","match":"m1","turn":0,"move":0})");
  EXPECT_THAT(table.play().scores, ElementsAre(1, 0, 0));
  EXPECT_TRUE(table.received(1, "start").empty());
}

}  // namespace
}  // namespace referee
