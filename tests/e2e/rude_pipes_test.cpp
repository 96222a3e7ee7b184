#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "tests/e2e/lifeline.h"
#include "tests/e2e/rude_match.h"

// Bots on pipes: programs that work only with pipes, and vices, which harm no more than over a connection.

namespace e2e {
namespace {

using testing::Each;
using testing::HasSubstr;
using testing::MatchesRegex;

class RudePipes : public RudeMatch {
 protected:
  RudePipes() { stdio_ = "pipe"; }

  void expect_read_times() const { EXPECT_EQ(record().header().at("stamp"), Json({"read", "read"})); }
};

TEST_F(RudePipes, StandardInputAndOutputCanBeOpenedAnew) {
  play("opens_devices");
  expect_verdicts(times(kTurns, "ok"));
  expect_read_times();
  for (const Json& answer : record().answers(0)) {
    EXPECT_FALSE(answer.contains("stamp")) << "the header says it";
  }
}

TEST_F(RudePipes, WhichAConnectionCannotBe) {
  stdio_ = "tcp";
  const Child& referee = play("opens_devices");
  expect_no_show();
  EXPECT_THAT(referee.out(), HasSubstr("No such device or address: '/dev/stdin'"));
  EXPECT_EQ(record().header().at("stamp"), Json({"kernel", "kernel"}));
}

TEST_F(RudePipes, SampleBotsHaveAConnectionAllTheSame) {
  const Child& referee = run(match("walls", {bot("honest"), "sample:walls_random"}, kPatientClock,
                                   {"--option", "n=3", "--stdio", "pipe"}));
  EXPECT_EQ(referee.code(), 0) << referee.err();
  EXPECT_EQ(record().header().at("stamp"), Json({"read", "kernel"}));
}

TEST_F(RudePipes, BotHasTheThreeStandardDescriptorsOnly) {
  const Child& referee = play("lists_descriptors");
  expect_verdicts(times(kTurns, "ok"));
  EXPECT_THAT(referee.out(), HasSubstr("lists_descriptors ended with exit status 1: descriptors 0 1 2\n"));
}

TEST_F(RudePipes, GarbageIsMalformed) {
  play("garbage");
  expect_verdicts(times(kTurns, "malformed"));
  EXPECT_THAT(log(), HasSubstr("malformed: not JSON: '"));
}

TEST_F(RudePipes, TenMegabytesAreOversizeOnceAndThenTheBotPlaysOn) {
  play("ten_megabytes");
  expect_verdicts(times(1, "oversize") + times(kTurns - 1, "ok"));
}

TEST_F(RudePipes, FloodClosesThem) {
  play("floods");
  expect_verdicts(times(kTurns, "flood"));
}

TEST_F(RudePipes, BotThatDiesIsDisconnectedFromThenOn) {
  const Child& referee = play("dies_in_mid_game");
  expect_verdicts(times(2, "ok") + times(kTurns - 2, "disconnected"));
  EXPECT_THAT(referee.out(), HasSubstr("dies_in_mid_game ended with signal 9 (Killed)"));
}

TEST_F(RudePipes, HalfALineIsNoAnswer) {
  play("half_line");
  expect_verdicts(times(kTurns, "disconnected"));
}

TEST_F(RudePipes, BotThatClosesAtOnceHasNotCome) {
  play("closes_at_once");
  expect_no_show();
}

TEST_F(RudePipes, BotThatClosesItsInputIsWaitedForAsLongAsItsClockAllows) {
  play("closes_pipe", R"({"kind":"mean","ms":400,"measure":"wall"})", {"in"});
  expect_verdicts(times(1, "ok") + times(1, "forfeited"));
  // The rest of the 400 ms after its first answer is added to those of the second turn.
  EXPECT_THAT(record().faults(0).back(), MatchesRegex(R"(no answer in [0-9.]+ ms: did you flush\?)"));
}

TEST_F(RudePipes, BotThatClosesItsOutputIsDisconnectedAndHearsTheEnd) {
  play("closes_pipe", kPatientClock, {"out"});
  expect_verdicts(times(1, "ok") + times(kTurns - 1, "disconnected"));
}

TEST_F(RudePipes, BotThatNeverReadsIsForfeitedByItsClock) {
  play("never_reads", R"({"kind":"mean","ms":400,"measure":"wall"})");
  expect_verdicts(times(1, "forfeited"));
  EXPECT_EQ(record().answers(0).front().at("spent_us"), 400'001);
}

TEST_F(RudePipes, SilentBotIsLateInEveryTurn) {
  play("says_nothing", kShortClock);
  expect_verdicts(times(kTurns, "late"));
  EXPECT_THAT(record().faults(0), Each(kLateOnShortClock));
}

TEST_F(RudePipes, LateAnswerIsStaleAndNeverApplied) {
  play("answers_late", kShortClock);
  expect_verdicts(times(2, "late") + times(kTurns - 2, "ok"));
}

TEST_F(RudePipes, ChildThatKeepsThemOpenDoesNotKeepTheReferee) {
  const Lifeline lifeline(path("lifeline"));
  play("leaves_child", kPatientClock, {path("lifeline"), "session"});
  expect_verdicts(times(kTurns, "ok"));
  EXPECT_EQ(::kill(std::stoi(log()), SIGKILL), 0);
  EXPECT_TRUE(lifeline.cut());
}

}  // namespace
}  // namespace e2e
