#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/memory_room.h"
#include "tests/e2e/rude_match.h"

// Bots whose answers are not moves.

namespace e2e {
namespace {

using namespace std::string_literals;
using testing::Each;
using testing::HasSubstr;
using testing::StartsWith;

class RudeAnswers : public RudeMatch {
 protected:
  /// Plays two honest bots in another folder, for comparison.
  static long honest_memory_kb() {
    test_support::TempFolder folder;
    Child referee({kReferee, "match", "walls", "--option", "n=3", "--bot", bot("honest_walls"), "--bot",
                   bot("honest_walls"), "--clock", kPatientClock},
                  folder.path().string());
    referee.wait();
    EXPECT_EQ(referee.code(), 0) << referee.err();
    return referee.max_memory_kb();
  }

  static void expect_little_memory(const Child& referee) {
    if (kMemoryTells) {
      EXPECT_LT(referee.max_memory_kb(), honest_memory_kb() + kMemoryRoomKb);
    }
  }
};

TEST_F(RudeAnswers, GarbageIsMalformed) {
  play("garbage");
  expect_verdicts(times(kTurns, "malformed"));
  for (const Json& answer : record().answers(0)) {
    EXPECT_EQ(answer.at("offered"), "\0\x01\x7f ]]}}{{ \x1b[31m"s);
    EXPECT_EQ(answer.at("offered_cut"), true);
  }
  EXPECT_THAT(log(), HasSubstr("malformed: not JSON: '"));
}

TEST_F(RudeAnswers, InvalidUtf8IsMalformed) {
  play("invalid_utf8");
  expect_verdicts(times(kTurns, "malformed"));
  EXPECT_THAT(record().answers(0).front().at("offered").get<std::string>(),
              HasSubstr("\"move\":\"\uFFFD\uFFFD\uFFFD("));
  EXPECT_THAT(log(), HasSubstr("ill-formed UTF-8"));
}

TEST_F(RudeAnswers, DebugTextIsMalformedAndItsAuthorIsToldWhereToPrint) {
  play("debug_text");
  expect_verdicts(times(kTurns, "malformed"));
  const std::string expected =
      "not JSON: 'thinking about turn 0'. stdout carries the protocol; print to stderr";
  EXPECT_EQ(record().faults(0).front(), expected);
  EXPECT_EQ(record().answers(0).front().at("offered"), "thinking about turn 0");
  EXPECT_THAT(log(), HasSubstr("malformed: " + expected + "\n"));
  EXPECT_THAT(log(), HasSubstr("stale: turn 0 is over\n"));  // for the answer after the debug text
}

TEST_F(RudeAnswers, BareMoveIsMalformedAndItsAuthorLearnsWhatIsMissing) {
  play("bare_move");
  expect_verdicts(times(kTurns, "malformed"));
  EXPECT_THAT(record().faults(0), Each(StartsWith("move.match: missing, expected a string")));
  EXPECT_EQ(record().answers(0).front().at("offered"), Json({{"type", "move"}}));
  EXPECT_THAT(log(), HasSubstr("malformed: move.match: missing, expected a string"));
}

TEST_F(RudeAnswers, DeepNestingIsMalformedAndHarmless) {
  const Child& referee = play("nested");
  expect_verdicts(times(kTurns, "malformed"));
  const std::string expected = "nested 25001 deep, at most 16 is accepted";
  EXPECT_THAT(record().faults(0), Each(expected));
  EXPECT_THAT(log(), HasSubstr("malformed: " + expected));
  EXPECT_LE(record().answers(0).front().at("offered").get<std::string>().size(), 200U);
  expect_little_memory(referee);
}

TEST_F(RudeAnswers, TenMegabytesAreOversizeOnceAndThenTheBotPlaysOn) {
  const Child& referee = play("ten_megabytes");
  expect_verdicts(times(1, "oversize") + times(kTurns - 1, "ok"));
  EXPECT_EQ(record().answers(0).front().at("offered"), std::string(200, 'x'));
  EXPECT_EQ(log(), "oversize: a line of over 65536 bytes\n");
  expect_little_memory(referee);
}

TEST_F(RudeAnswers, FloodClosesTheConnection) {
  const Child& referee = play("floods");
  expect_verdicts(times(kTurns, "flood"));
  EXPECT_THAT(record().faults(0), Each("the connection was closed after a flood of lines"));
  EXPECT_THAT(log(), HasSubstr("unknown_type: type 'noise' is not known in protocol 1: ignored"));
  EXPECT_THAT(referee.out(), HasSubstr("flood 9"));
  expect_little_memory(referee);
}

TEST_F(RudeAnswers, SecondAnswerIsADuplicateAndChangesNothing) {
  play("answers_twice");
  expect_verdicts(times(kTurns, "ok"));
  for (const Json& answer : record().answers(0)) {
    EXPECT_EQ(answer.at("move"), "left");
  }
  EXPECT_THAT(log(), HasSubstr("duplicate: turn 0 is answered already\n"));
}

TEST_F(RudeAnswers, AnswerToTheNextTurnIsEarlyAndNeverApplied) {
  play("answers_early");
  expect_verdicts(times(kTurns, "ok"));
  for (const Json& answer : record().answers(0)) {
    EXPECT_EQ(answer.at("move"), "left");
  }
  EXPECT_THAT(log(), HasSubstr("early: turn 1 has not been asked\n"));
}

/// Light Cycle with one cycle per team; the rude bot's first answer ends its cycle.
class RudeCycles : public RefereeTest, public testing::WithParamInterface<const char*> {};

TEST_P(RudeCycles, NumberThatIsNoIntegerIsMalformed) {
  const Child& referee = run(
      match("lightcycle", {bot("odd_numbers", {path("log"), GetParam()}), bot("honest_cycles")},
            kPatientClock, unconfined({"--option", "size=20", "--option", "starts=[[[5,5]],[[14,14]]]"})));
  EXPECT_EQ(referee.code(), 0) << referee.err();
  const Record played = record();
  EXPECT_EQ(played.verdicts(0), times(1, "malformed"));
  EXPECT_EQ(played.verdicts(1), times(1, "ok"));
  EXPECT_EQ(played.last().at("result").at("outcome").at("winner"), 1);
  EXPECT_THAT(log(), StartsWith("malformed: "));
}

INSTANTIATE_TEST_SUITE_P(OddNumbers, RudeCycles,
                         testing::Values("[[6.5,5]]", "[[6.0,5]]", "[[1e400,5]]",
                                         "[[18446744073709551615,5]]", "[[-9223372036854775809,5]]",
                                         "[[9007199254740993,5]]", "[[true,5]]", "[[\"6\",5]]", "[[6,5,0]]",
                                         "[]", "6", "{\"6\":5}", "null"));

}  // namespace
}  // namespace e2e
