#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/e2e/rude_match.h"

// Bots that are silent, slow or too fast.

namespace e2e {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;

/// Only processor time counts: the limit on wall time is never reached.
constexpr const char* kCpuClock = R"({"kind":"per_move","ms":100,"measure":"cpu","wall_ms":60000})";
constexpr const char* kWallCapClock = R"({"kind":"per_move","ms":60000,"measure":"cpu","wall_ms":400})";

class RudeTiming : public RudeMatch {};

std::int64_t spent_us(const Json& answer) { return answer.at("spent_us").get<std::int64_t>(); }

TEST_F(RudeTiming, SilentBotIsLateInEveryTurn) {
  play("says_nothing", kShortClock);
  expect_verdicts(times(kTurns, "late"));
  EXPECT_THAT(record().faults(0), Each(kLateOnShortClock));
  for (const Json& answer : record().answers(0)) {
    EXPECT_EQ(spent_us(answer), 400'001);
  }
  EXPECT_THAT(log(), HasSubstr(std::string("late: ") + kLateOnShortClock));
}

TEST_F(RudeTiming, BotThatNeverSaysHelloHasNotCome) {
  play("never_hello", R"({"kind":"per_move","ms":1000,"init_ms":1500})");
  expect_no_show();
  EXPECT_EQ(log(), "timeout: no hello in 1500 ms: did you flush?\n");
}

TEST_F(RudeTiming, BotThatClosesAtOnceHasNotCome) {
  play("closes_at_once");
  expect_no_show();
}

TEST_F(RudeTiming, LateAnswerIsStaleAndNeverApplied) {
  play("answers_late", kShortClock);
  expect_verdicts(times(2, "late") + times(kTurns - 2, "ok"));
  EXPECT_THAT(log(), AllOf(HasSubstr(std::string("late: ") + kLateOnShortClock),
                           HasSubstr("stale: turn 0 is over\n"), HasSubstr("stale: turn 2 is over\n")));
}

TEST_F(RudeTiming, LinesThatAreNoAnswerDoNotRestartTheDeadline) {
  play("chatters", kShortClock);
  expect_verdicts(times(2, "late") + times(kTurns - 2, "ok"));
  const auto answers = record().answers(0);
  EXPECT_EQ(spent_us(answers[0]), 400'001);
  EXPECT_EQ(spent_us(answers[1]), 400'001);
  EXPECT_THAT(log(), HasSubstr("unknown_type: type 'thinking' is not known"));
}

TEST_F(RudeTiming, BotThatNeverReadsIsForfeitedByItsClock) {
  play("never_reads", R"({"kind":"mean","ms":400,"measure":"wall"})");
  expect_verdicts(times(1, "forfeited"));
  const Json answer = record().answers(0).front();
  EXPECT_EQ(answer.at("forfeited"), true);
  EXPECT_EQ(answer.at("fault"), kLateOnShortClock);
  EXPECT_EQ(spent_us(answer), 400'001);
}

TEST_F(RudeTiming, SilenceForfeitsBeforeTheClockDoes) {
  play("says_nothing", R"({"kind":"per_move","ms":60000,"measure":"wall","silence_ms":400})");
  expect_verdicts(times(1, "forfeited"));
  EXPECT_THAT(log(), HasSubstr("forfeited: no answer for 400 ms (silence_ms)\n"));
}

TEST_F(RudeTiming, ProcessorClockCatchesABotThatComputesWithoutEnd) {
  play("spins", kCpuClock);
  expect_verdicts(times(2, "late") + times(kTurns - 2, "ok"));
  const auto answers = record().answers(0);
  EXPECT_GT(spent_us(answers[0]), 100'000);
  EXPECT_GT(spent_us(answers[1]), 100'000);
  EXPECT_EQ(answers[0].at("fault"), "no answer in 100 ms of processor time");
  EXPECT_EQ(record().header().at("measure"), Json({"cpu", "cpu"}));
}

TEST_F(RudeTiming, WallCapCatchesABotThatSleepsUnderTheProcessorClock) {
  play("sleeps", kWallCapClock);
  expect_verdicts(times(2, "late") + times(kTurns - 2, "ok"));
  const std::string expected = "no answer in 400 ms of wall time (wall_ms)";
  EXPECT_EQ(record().faults(0).front(), expected);
  EXPECT_LT(spent_us(record().answers(0).front()), 400'000);
  EXPECT_THAT(log(), HasSubstr("late: " + expected));
}

TEST_F(RudeTiming, NewlineInAWriteOfItsOwnCostsNothing) {
  play("two_writes");
  expect_verdicts(times(kTurns, "ok"));
  std::vector<std::int64_t> spent;
  for (const Json& answer : record().answers(0)) {
    spent.push_back(spent_us(answer));
  }
  std::ranges::nth_element(spent, spent.begin() + kTurns / 2);
  EXPECT_LT(spent[kTurns / 2], 20'000);  // a delayed acknowledgement would cost 40 ms in every turn
}

}  // namespace
}  // namespace e2e
