#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/registry.h"
#include "referee/match/match.h"
#include "referee/record/replay.h"
#include "tests/support/match_table.h"
#include "tests/support/sums.h"

// "Withdrawal in mid-match forfeits that match only"

namespace referee {
namespace {

using test_support::always;
using test_support::kSums;
using test_support::MatchTable;
using test_support::Peer;
using test_support::silent;
using testing::ElementsAre;

void expect_true(const MatchResult& result) {
  const Verified verified = verify_record(result.record);
  EXPECT_FALSE(verified.difference) << verified.difference->text();
  EXPECT_EQ(verified.turns, result.turns);
}

/// A cycle of Light Cycle that goes right.
MatchTable::Script going_right(std::size_t seat) {
  return [seat](Peer& peer, const Json& message) {
    if (message["type"] == "turn") {
      const Json& at = message["view"]["cycles"][seat];
      peer.send(test_support::move_line(message, Json::array({{at[0].get<int>() + 1, at[1]}})));
    }
  };
}

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

TEST(MatchWithdraw, WhileTheOtherOfTwoThinksItIsOutAtItsNextTurn) {
  MatchTable table(*engines::find_game("walls"), {{"n", 3}});
  table.seat(silent());
  table.seat(always("left"));
  table.play_until([&] { return !table.received(0, "turn").empty(); });
  table.match().withdraw(1);
  EXPECT_TRUE(table.received(1, "error").empty());
  table.peer(0).send(R"({"type":"move","match":"m1","turn":0,"move":"forward"})");
  table.play_until([&] { return table.received(0, "turn").size() == 2; });
  table.match().withdraw(0);
  const MatchResult& result = table.play();
  EXPECT_EQ(table.answer(0, 0)["verdict"], "ok");
  EXPECT_EQ(table.answer(1, 1)["verdict"], "forfeited");
  EXPECT_EQ(table.answer(2, 0)["verdict"], "forfeited");
  EXPECT_TRUE(table.received(1, "turn").empty());
  expect_true(result);
}

TEST(MatchWithdraw, BeforeItsStartItIsOutAtItsFirstTurn) {
  MatchTable table(*engines::find_game("lightcycle"),
                   Json::parse(R"({"size":20,"starts":[[[0,2]],[[0,6]],[[0,10]],[[0,14]]]})"));
  for (std::size_t seat = 0; seat < 4; ++seat) {
    table.seat(going_right(seat));
  }
  bool withdrawn = false;
  table.play_until([&] {
    if (!withdrawn) {
      withdrawn = true;
      table.match().withdraw(3);  // before the loop has run
    }
    return true;
  });
  const MatchResult& result = table.play();
  EXPECT_EQ(result.scores[3], 0);
  EXPECT_EQ(result.rank[3], 4);
  EXPECT_EQ(table.received(3, "start").size(), 1U) << "it was there when the match began";
  EXPECT_TRUE(table.received(3, "turn").empty());
  EXPECT_TRUE(result.no_show.empty());
  expect_true(result);
}

}  // namespace
}  // namespace referee
