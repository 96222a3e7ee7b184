#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <csignal>

#include "tests/e2e/lifeline.h"
#include "tests/e2e/rude_match.h"

// Bots whose processes crash, do not exit, start others, or close their streams.

namespace e2e {
namespace {

using testing::Each;
using testing::HasSubstr;

constexpr const char* kGone = "the connection is closed";

class RudeProcess : public RudeMatch {};

TEST_F(RudeProcess, BotThatDiesIsDisconnectedFromThenOn) {
  const Child& referee = play("dies_in_mid_game");
  expect_verdicts(times(2, "ok") + times(kTurns - 2, "disconnected"));
  EXPECT_EQ(record().faults(0), times(2, "") + times(kTurns - 2, kGone));
  EXPECT_THAT(referee.out(), HasSubstr("dies_in_mid_game ended with signal 9 (Killed)"));
}

TEST_F(RudeProcess, HalfALineIsNoAnswer) {
  play("half_line");
  expect_verdicts(times(kTurns, "disconnected"));
  EXPECT_THAT(record().faults(0), Each(kGone));
}

TEST_F(RudeProcess, BotThatClosesOnlyItsInputPlaysOn) {
  play("closes_input", kPatientClock, {"close"});
  expect_verdicts(times(kTurns, "ok"));
}

TEST_F(RudeProcess, BotThatShutsItsInputDownAndLeavesHarmsNobody) {
  play("closes_input", kPatientClock, {"shutdown"});
  expect_verdicts(times(1, "ok") + times(kTurns - 1, "disconnected"));
}

TEST_F(RudeProcess, BotThatDoesNotLeaveIsKilled) {
  const Lifeline lifeline(path("lifeline"));
  const Child& referee = play("ignores_sigterm", kPatientClock, {path("lifeline")});
  expect_verdicts(times(kTurns, "ok"));
  EXPECT_TRUE(lifeline.cut());
  EXPECT_THAT(referee.out(), HasSubstr("ignores_sigterm ended with signal 9 (Killed)"));
}

TEST_F(RudeProcess, BotThatLeavesItsProcessGroupIsKilled) {
  const Lifeline lifeline(path("lifeline"));
  const Child& referee = play("changes_group", kPatientClock, {path("lifeline")});
  expect_verdicts(times(kTurns, "ok"));
  EXPECT_TRUE(lifeline.cut());
  EXPECT_THAT(referee.out(), HasSubstr("changes_group ended with signal 9 (Killed)"));
}

TEST_F(RudeProcess, BotThatStopsItselfIsKilled) {
  const Lifeline lifeline(path("lifeline"));
  play("stops_itself", R"({"kind":"mean","ms":400,"measure":"wall"})", {path("lifeline")});
  expect_verdicts(times(1, "forfeited"));
  EXPECT_TRUE(lifeline.cut());
}

TEST_F(RudeProcess, EndlessStandardErrorDisturbsNobody) {
  const Child& referee = play("floods_stderr");
  expect_verdicts(times(kTurns, "ok"));
  EXPECT_THAT(referee.out(), HasSubstr("floods_stderr ended with exit status 3: trouble"));
}

TEST_F(RudeProcess, ChildThatABotLeavesBehindIsKilled) {
  const Lifeline lifeline(path("lifeline"));
  play("leaves_child", kPatientClock, {path("lifeline"), "group"});
  expect_verdicts(times(kTurns, "ok"));
  EXPECT_TRUE(lifeline.cut());
}

TEST_F(RudeProcess, ChildThatEscapedDoesNotKeepTheReferee) {
  const Lifeline lifeline(path("lifeline"));
  play("leaves_child", kPatientClock, {path("lifeline"), "session"});
  expect_verdicts(times(kTurns, "ok"));
  const std::string escaped = log();  // its log has only its process id
  EXPECT_EQ(::kill(std::stoi(escaped), SIGKILL), 0);
  EXPECT_TRUE(lifeline.cut());
}

TEST_F(RudeProcess, BotHasTheThreeStandardDescriptorsOnly) {
  const Child& referee = play("lists_descriptors");
  expect_verdicts(times(kTurns, "ok"));
  EXPECT_THAT(referee.out(), HasSubstr("lists_descriptors ended with exit status 1: descriptors 0 1 2\n"));
}

}  // namespace
}  // namespace e2e
