#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/match/match.h"
#include "tests/support/match_table.h"
#include "tests/support/sums.h"

// "Withdrawal in mid-match forfeits that match only". That its record is true, and that it plays no more:
// tests/world.

namespace referee {
namespace {

using test_support::always;
using test_support::kSums;
using test_support::MatchTable;
using test_support::silent;
using testing::ElementsAre;

TEST(MatchWithdraw, AtItsOpenTurnTheSeatIsOutAtOnce) {
  MatchTable table(kSums, {{"turns", 3}});
  table.seat(silent());
  table.seat(always(2));
  table.play_until([&] { return !table.received(0, "turn").empty(); });
  table.match().withdraw(0);
  const MatchResult& result = table.play();
  EXPECT_FALSE(result.is_void);
  EXPECT_THAT(result.scores, ElementsAre(0, 6));
  const Json answer = table.answer(0, 0);
  EXPECT_EQ(answer["verdict"], "forfeited");
  EXPECT_EQ(answer["forfeited"], true);
  EXPECT_EQ(answer["fault"], "the entrant has withdrawn");
  EXPECT_FALSE(answer.contains("move"));
  EXPECT_TRUE(table.answer(1, 0).is_null()) << "it is not asked again";
  EXPECT_EQ(table.received(0, "error").at(0)["code"], "forfeited");
  EXPECT_EQ(table.received(0, "end").at(0)["rank"], 2);
}

TEST(MatchWithdraw, AloneAtTheTableItEndsTheMatch) {
  MatchTable table(kSums, test_support::one_seat(3));
  table.seat(silent());
  table.play_until([&] { return !table.received(0, "turn").empty(); });
  table.match().withdraw(0);
  const MatchResult& result = table.play();
  EXPECT_FALSE(result.is_void);
  EXPECT_TRUE(result.no_show.empty());
  EXPECT_EQ(result.turns, 1);
  EXPECT_THAT(result.scores, ElementsAre(0));
  EXPECT_EQ(table.answer(0, 0)["forfeited"], true);
  EXPECT_EQ(table.received(0, "end").at(0)["rank"], 1);
}

TEST(MatchWithdraw, AnAnswerThatItHasGivenToTheOpenTurnStays) {
  MatchTable table(kSums, {{"turns", 2}});
  table.seat(always(3));
  table.seat(silent());
  table.play_until([&] { return !table.received(1, "turn").empty(); });
  table.peer(0).send(R"({"type":"move","match":"m1","turn":9,"move":0})");  // for an `error` after the move
  table.play_until([&] { return !table.received(0, "error").empty(); });
  table.match().withdraw(0);
  table.peer(1).send(R"({"type":"move","match":"m1","turn":0,"move":1})");
  table.play_until([&] { return table.received(1, "turn").size() == 2; });
  table.peer(1).send(R"({"type":"move","match":"m1","turn":1,"move":1})");
  EXPECT_THAT(table.play().scores, ElementsAre(3, 2));
  EXPECT_EQ(table.answer(0, 0)["verdict"], "ok");
  EXPECT_EQ(table.answer(1, 0)["verdict"], "forfeited");
  EXPECT_EQ(table.answer(1, 0)["spent_us"], 0);
  EXPECT_EQ(table.received(0, "turn").size(), 1U) << "it is not troubled any more";
}

}  // namespace
}  // namespace referee
