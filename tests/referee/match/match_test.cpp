#include "referee/match/match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "protocol/limits.h"
#include "referee/record/commitment.h"
#include "referee/record/match_spec.h"
#include "referee/record/replay.h"
#include "tests/support/match_table.h"
#include "tests/support/sums.h"

namespace referee {
namespace {

using test_support::always;
using test_support::kSums;
using test_support::lines;
using test_support::MatchTable;
using test_support::move_line;
using test_support::one_seat;
using test_support::Peer;
using test_support::silent;
using testing::ElementsAre;

TEST(Match, IsPlayedToItsEndAndEverybodyIsToldTheResult) {
  MatchTable table(kSums);
  table.seat(always(1));
  table.seat(always(4));
  const MatchResult& result = table.play();
  EXPECT_FALSE(result.is_void);
  EXPECT_EQ(result.turns, 3);
  EXPECT_THAT(result.scores, ElementsAre(3, 12));
  EXPECT_THAT(result.rank, ElementsAre(2, 1));
  EXPECT_EQ(result.outcome, Json::parse(R"({"turns":3})"));
  EXPECT_EQ(result.seats[0].player, "bot0");
  EXPECT_EQ(result.seats[0].by_verdict[0], 3);
  EXPECT_EQ(result.seats[1].turns, 3);
  const Json end = table.received(0, "end").at(0);
  EXPECT_EQ(end["rank"], 2);
  EXPECT_EQ(end["scores"], Json::parse("[3,12]"));
  EXPECT_EQ(end["faults"], 0);
  EXPECT_EQ(end["seed"], 7);
  EXPECT_EQ(end["salt"], "5a17");
  EXPECT_EQ(end["last"]["verdict"], "ok");
}

TEST(Match, StartsWithAllThatABotMustKnow) {
  MatchTable table(kSums);
  table.seat(always(1));
  table.seat(always(1));
  table.play();
  const Json start = table.received(1).at(0);
  EXPECT_EQ(start["type"], "start");
  EXPECT_EQ(start["match"], "m1");
  EXPECT_EQ(start["game"], "sums");
  EXPECT_EQ(start["seat"], 1);
  EXPECT_EQ(start["players"], Json::parse(R"(["bot0","bot1"])"));
  EXPECT_EQ(start["setup"], Json::parse(R"({"turns":3})"));
  EXPECT_FALSE(start.contains("given_turns"));
  EXPECT_EQ(start["clock"]["measure"], "wall") << "what \"auto\" came to";
  // "`start.commitment` = hex SHA-256 of salt + ":" + decimal seed"
  EXPECT_EQ(start["commitment"], commitment_of({7, "5a17"}));
  const Json turn = table.received(1).at(1);
  EXPECT_EQ(turn["turn"], 0);
  EXPECT_EQ(turn["view"], Json::parse(R"({"sums":[0,0]})"));
  EXPECT_EQ(turn["clock"], Json::parse(R"({"left_ms":600000,"used_ms":0})"));
  EXPECT_FALSE(turn.contains("last"));
  EXPECT_EQ(table.received(1).at(2)["last"]["verdict"], "ok");
}

TEST(Match, ARefusedMoveIsNoMoveAndItsAuthorIsTold) {
  // "Every verdict but `ok` goes out at once as `error`, worded so that the author can act"
  MatchTable table(kSums, one_seat(5));
  table.seat(lines({"%9}", R"(%"x"})", "debug", R"({"type":"move"})", "%5}"}));
  const MatchResult& result = table.play();
  EXPECT_THAT(result.scores, ElementsAre(5));
  const auto errors = table.received(0, "error");
  ASSERT_EQ(errors.size(), 4U);
  EXPECT_EQ(errors[0], Json::parse(R"({"type":"error","code":"illegal","message":"9 is over 5","match":"m1",
      "turn":0})"));
  EXPECT_EQ(errors[1]["code"], "malformed");
  EXPECT_EQ(errors[1]["message"], "expected a digit, got \"x\"");
  EXPECT_EQ(errors[2]["message"], "not JSON: 'debug'. stdout carries the protocol; print to stderr");
  EXPECT_EQ(errors[3]["message"], "move.match: missing, expected a string of at most 1024 bytes");
  EXPECT_EQ(table.received(0, "end").at(0)["faults"], 4);
  EXPECT_EQ(table.answer(4, 0)["move"], 5);
}

TEST(Match, ARefusedMoveIsKeptInTheRecord) {
  // "a refused one is kept in `offered` with its `fault` (over 200 bytes of compact JSON, or not JSON: its
  // first 200 bytes as a string, cut at a UTF-8 boundary, with `"offered_cut":true`)"
  const std::string euros = "\u20ac\u20ac\u20ac";
  std::string many;
  for (int i = 0; i < 30; ++i) {
    many += euros;
  }
  MatchTable table(kSums, one_seat(5));
  table.seat(lines({"%9}", "debug", "%\"" + std::string(198, 'x') + "\"}",
                    "%\"" + std::string(199, 'x') + "\"}", "%\"" + many + "\"}"}));
  table.play();
  EXPECT_EQ(table.answer(0, 0)["offered"], 9);
  EXPECT_FALSE(table.answer(0, 0).contains("offered_cut"));
  EXPECT_FALSE(table.answer(0, 0).contains("move"));
  EXPECT_EQ(table.answer(0, 0)["fault"], "9 is over 5");
  EXPECT_EQ(table.answer(1, 0)["offered"], "debug");
  EXPECT_EQ(table.answer(1, 0)["offered_cut"], true);
  EXPECT_EQ(table.answer(2, 0)["offered"], std::string(198, 'x'));
  EXPECT_FALSE(table.answer(2, 0).contains("offered_cut"));
  EXPECT_EQ(table.answer(3, 0)["offered"], "\"" + std::string(199, 'x'));
  EXPECT_EQ(table.answer(3, 0)["offered_cut"], true);
  EXPECT_EQ(table.answer(4, 0)["offered"], "\"" + many.substr(0, 198)) << "66 euro signs of three bytes";
}

TEST(Match, AnOversizeLineIsNoMove) {
  MatchTable table(kSums, one_seat(2));
  table.seat(lines({std::string(protocol::kMaxLineFromBot + 1, 'x'), "%3}"}));
  EXPECT_THAT(table.play().scores, ElementsAre(3));
  EXPECT_EQ(table.answer(0, 0)["verdict"], "oversize");
  EXPECT_EQ(table.answer(0, 0)["offered"], std::string(200, 'x'));
  EXPECT_EQ(table.received(0, "error").at(0)["code"], "oversize");
}

TEST(Match, AMoveForAnotherTurnOrMatchIsNeverApplied) {
  // "A move names its match and turn; one for an old turn gets an `error` and is never applied."
  MatchTable table(kSums, one_seat(2));
  table.seat([](Peer& peer, const Json& message) {
    if (message["type"] != "turn") {
      return;
    }
    if (message["turn"] == 0) {
      peer.send(R"({"type":"move","match":"m0","turn":0,"move":5})");
      peer.send(R"({"type":"move","match":"m1","turn":1,"move":5})");
      peer.send(R"({"type":"hello","protocol":1})");
      peer.send(R"({"type":"dance"})");
      peer.send(move_line(message, 1));
    } else {
      peer.send(R"({"type":"move","match":"m1","turn":0,"move":5})");
      peer.send(move_line(message, 2));
    }
  });
  EXPECT_THAT(table.play().scores, ElementsAre(3));
  std::vector<std::string> codes;
  for (const Json& error : table.received(0, "error")) {
    codes.push_back(error["code"]);
  }
  EXPECT_THAT(codes, ElementsAre("stale", "early", "unexpected", "unknown_type", "stale"));
  EXPECT_EQ(table.received(0, "end").at(0)["faults"], 0);
}

TEST(Match, ASecondAnswerIsADuplicateWhileOthersThink) {
  MatchTable table(kSums, {{"turns", 1}});
  table.seat([](Peer& peer, const Json& message) {
    if (message["type"] == "turn") {
      peer.send(move_line(message, 1));
      peer.send(move_line(message, 5));
    }
  });
  table.seat(silent());
  table.play_until([&] { return !table.received(0, "error").empty(); });
  EXPECT_EQ(table.received(0, "error")[0]["code"], "duplicate");
  table.peer(1).send(R"({"type":"move","match":"m1","turn":0,"move":0})");
  EXPECT_THAT(table.play().scores, ElementsAre(1, 0));
}

TEST(Match, NoSeatWaitsForAnotherToHearItsVerdict) {
  MatchTable table(kSums, {{"turns", 1}});
  table.seat(lines({"%7}"}));
  table.seat(silent());
  table.play_until([&] { return !table.received(0, "error").empty(); });
  EXPECT_EQ(table.received(0, "error")[0]["code"], "illegal");
  table.peer(1).send(R"({"type":"move","match":"m1","turn":0,"move":0})");
  table.play();
}

TEST(Match, AFaultOfTheRulesMakesItVoid) {
  // "A fault of the referee never costs a bot: the match is void and played again."
  for (const char* where : {"submit", "step", "view"}) {
    MatchTable table(kSums, {{"fails", where}, {"fails_at", 1}});
    table.seat(always(1));
    table.seat(always(1));
    const MatchResult& result = table.play();
    EXPECT_TRUE(result.is_void) << where;
    EXPECT_EQ(result.why, "a fault of the rules");
    EXPECT_TRUE(table.received(0, "end").empty());
    const Json error = table.received(1, "error").back();
    EXPECT_EQ(error["code"], "referee_error");
    EXPECT_EQ(error["message"], "the match is void: a fault of the rules");
    EXPECT_EQ(error["match"], "m1");
    // "A void attempt ends with `"status":"void","why":"..."`, digest and ended (a result only if the game
    // was over)."
    const Json last = table.record().back();
    EXPECT_EQ(last["status"], "void");
    EXPECT_EQ(last["why"], "a fault of the rules");
    EXPECT_FALSE(last.contains("result"));
    EXPECT_EQ(table.record().size(), 3U) << "the header, turn 0, and that";
  }
}

TEST(Match, AFaultOnALineThatADeadlineFoundIsNotPassedOver) {
  // In the last turn: no later turn could find the fault.
  MatchTable table(kSums, {{"seats", 1}, {"turns", 1}, {"fails", "submit"}});
  table.set_clock(R"({"kind":"per_move","ms":200})");
  table.seat([](Peer& peer, const Json& message) {
    if (message["type"] != "turn") {
      return;
    }
    const TimePoint over = std::chrono::steady_clock::now() + Milliseconds(220);
    peer.send(move_line(message, 1));
    while (std::chrono::steady_clock::now() < over) {  // the deadline passes before the loop reads the line
    }
  });
  EXPECT_TRUE(table.play().is_void);
}

TEST(Match, AbortMakesItVoid) {
  MatchTable table(*engines::find_game("walls"));
  table.seat(silent());
  table.seat(silent());
  table.play_until([&] { return table.received(0).size() >= 2; });
  table.match().abort("the daemon is stopped");
  const MatchResult& result = table.play();
  EXPECT_TRUE(result.is_void);
  EXPECT_EQ(result.why, "the daemon is stopped");
  const Verified verified = verify_record(result.record);
  EXPECT_FALSE(verified.difference) << verified.difference->text();
  EXPECT_TRUE(verified.is_void);
}

TEST(Match, OptionsThatAreWrongAreRefusedBeforeItStarts) {
  MatchTable table(kSums, {{"seats", 99}});
  EXPECT_THROW(table.play(), fields::Exception);
}

}  // namespace
}  // namespace referee
