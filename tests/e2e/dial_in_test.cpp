#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <csignal>

#include "tests/e2e/lobby_match.h"

// Bots that dial in: the first words, a match, odd messages, several games.

namespace e2e {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

class DialledIn : public LobbyMatch {};

TEST_F(DialledIn, PlaysAMatch) {
  listen();
  DialIn anna = join("anna");
  EXPECT_EQ(welcome().at("protocol"), 1);
  EXPECT_EQ(welcome().at("name"), "anna");
  EXPECT_THAT(welcome().at("token").get<std::string>(), MatchesRegex("[0-9a-f]{32}"));
  const Json start = anna.next("start");
  EXPECT_EQ(start.at("game"), "walls");
  EXPECT_EQ(start.at("seat"), 1);
  EXPECT_EQ(start.at("players"), Json({"honest_walls", "anna"}));
  EXPECT_EQ(start.at("clock").at("measure"), "wall");
  const Json end = anna.play();
  EXPECT_EQ(end.at("rank"), 2);
  EXPECT_EQ(end.at("faults"), 0);
  EXPECT_EQ(end.at("seed"), 1);
  EXPECT_EQ(anna.next("bye").at("reason"), "the match is over");
  EXPECT_TRUE(anna.at_end());
  anna.close();
  finish();
  const Record played = record();
  EXPECT_EQ(played.verdicts(1), times(kTurns, "ok"));
  EXPECT_EQ(played.header().at("commitment"), start.at("commitment"));
  EXPECT_EQ(played.header().at("salt"), end.at("salt"));
}

TEST_F(DialledIn, UnknownFieldsAreIgnoredAndUnknownTypesAnswered) {
  listen();
  DialIn anna = dial();
  anna.send({{"type", "greetings"}});
  EXPECT_EQ(code_of(anna.next()), "unknown_type");
  anna.hello("anna", {{"colour", "red"}, {"features", {"telepathy"}}});
  const Json first = anna.next("turn");
  anna.send({{"type", "resign"}});
  EXPECT_EQ(code_of(anna.next()), "unknown_type");
  anna.hello("anna");
  EXPECT_EQ(code_of(anna.next()), "unexpected");
  anna.send({{"type", "move"},
             {"match", first.at("match")},
             {"turn", first.at("turn")},
             {"move", "left"},
             {"why", 0}});
  anna.play();
  anna.close();
  finish();
  EXPECT_EQ(record().verdicts(1), times(kTurns, "ok"));
}

TEST_F(DialledIn, MovesForOtherTurnsAndMatchesAreRefusedAndChangeNothing) {
  listen();
  DialIn anna = join("anna");
  const Json first = anna.next("turn");
  const auto refused = [&](const std::string& key, const Json& value) {
    Json other = first;
    other[key] = value;
    anna.answer(other, "right");
    return anna.next();
  };
  const Json early = refused("turn", 3);
  EXPECT_EQ(code_of(early), "early");
  EXPECT_EQ(early.at("turn"), 3);
  EXPECT_EQ(code_of(refused("turn", 0)), "stale");  // the other bot's
  EXPECT_EQ(code_of(refused("match", "walls-0g0")), "stale");
  EXPECT_EQ(code_of(refused("turn", 9223372036854775807)), "early");
  anna.answer(first);
  const Json second = anna.next("turn");
  EXPECT_EQ(code_of(refused("turn", first.at("turn"))), "stale");
  anna.answer(second);
  anna.play();
  anna.close();
  finish();
  EXPECT_EQ(record().verdicts(1), times(kTurns, "ok"));
  for (const Json& answer : record().answers(1)) {
    EXPECT_EQ(answer.at("move"), "left");
  }
}

TEST_F(DialledIn, NewlineInAWriteOfItsOwnCostsNothingAcrossAPlainSocket) {
  listen();
  DialIn anna = join("anna");
  for (Json message = anna.next(); message.at("type") != "end"; message = anna.next()) {
    if (message.at("type") == "turn") {
      const Json move = {
          {"type", "move"}, {"match", message.at("match")}, {"turn", message.at("turn")}, {"move", "left"}};
      anna.write(move.dump());
      anna.write("\n");  // Nagle's algorithm holds it back until the first part is acknowledged
    }
  }
  anna.close();
  finish();
  std::array<std::int64_t, kTurns> spent{};
  std::ranges::transform(record().answers(1), spent.begin(),
                         [](const Json& answer) { return answer.at("spent_us").get<std::int64_t>(); });
  std::ranges::sort(spent);
  EXPECT_LT(spent[kTurns / 2], 20'000);
}

TEST_F(DialledIn, PlaysTwoGamesOverOneConnectionAndSeatsRotate) {
  listen(kPatientClock, {"--games", "2"});
  DialIn anna = join("anna");
  const Json first = anna.next("start");
  EXPECT_EQ(first.at("seat"), 1);
  anna.play();
  EXPECT_THAT(anna.next("wait").at("reason").get<std::string>(), HasSubstr("game 2 of 2"));
  const Json second = anna.next("start");
  EXPECT_EQ(second.at("seat"), 0);
  EXPECT_NE(second.at("match"), first.at("match"));
  EXPECT_EQ(anna.play().at("seed"), 2);
  anna.close();
  finish();
  EXPECT_EQ(record_files().size(), 2U);
  EXPECT_THAT(referee().out(), HasSubstr("totals of 2 games"));
}

TEST_F(DialledIn, PlayerWhoLeavesBetweenGamesHasNotCome) {
  listen(kPatientClock, {"--games", "2", "--no-show-ms", "1"});
  DialIn anna = join("anna");
  anna.play();
  anna.close();
  finish();
  ASSERT_EQ(record_files().size(), 2U);
  EXPECT_EQ(Record(record_files()[1]).last().at("no_show"), Json::array({0}));
}

TEST_F(DialledIn, PlayerWhoLeavesInMidMatchIsDisconnected) {
  listen(R"({"kind":"per_move","ms":400,"measure":"wall"})");
  DialIn anna = join("anna");
  for (int i = 0; i < 7; ++i) {
    anna.answer(anna.next("turn"));
  }
  anna.next("turn");
  anna.close();
  finish();
  EXPECT_EQ(record().verdicts(1), times(7, "ok") + times(2, "disconnected"));
  EXPECT_EQ(record().faults(1).back(), "no connection when the turn ended");
}

TEST_F(DialledIn, SeesTheEndOfInputWhenTheRefereeIsKilled) {
  listen();
  DialIn anna = join("anna");
  anna.next("turn");
  referee().signal(SIGKILL);
  EXPECT_TRUE(anna.at_end());
  referee().wait();
  EXPECT_EQ(referee().code(), 1000 + SIGKILL);
}

}  // namespace
}  // namespace e2e
