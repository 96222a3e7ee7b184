#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "tests/e2e/lifeline.h"
#include "tests/e2e/lobby_match.h"

// Signals to the referee, at every stage. These tests hang if a signal does not end a clock or a wait.

namespace e2e {
namespace {

using testing::HasSubstr;

constexpr const char* kEndlessClock =
    R"({"kind":"per_move","ms":86400000,"silence_ms":86400000,"measure":"wall","init_ms":86400000})";

class Signals : public LobbyMatch {
 protected:
  void interrupt(Child& referee, int number) {
    referee.signal(number);
    referee.wait();
    EXPECT_EQ(referee.code(), kBySignal + number) << referee.err();
  }
  /// A match that was interrupted leaves a void record that verifies.
  void expect_void(int number) const {
    ASSERT_EQ(record_files().size(), 1U);
    EXPECT_EQ(record_files().front().filename(), "walls-1g1.a1.jsonl");
    EXPECT_EQ(record().last().at("status"), "void");
    EXPECT_EQ(record().last().at("why"), "interrupted by signal " + std::to_string(number));
  }
};

class EndBySignal : public Signals, public testing::WithParamInterface<int> {};

TEST_P(EndBySignal, InMidMatchLeavesAVoidRecord) {
  listen(kEndlessClock);
  DialIn anna = join("anna");
  anna.answer(anna.next("turn"));
  anna.next("turn");
  interrupt(referee(), GetParam());
  expect_void(GetParam());
  const Json error = anna.next("error");
  EXPECT_EQ(code_of(error), "referee_error");
  EXPECT_THAT(error.at("message").get<std::string>(), HasSubstr("the match is void: interrupted by signal"));
  EXPECT_FALSE(anna.next("bye").is_null());
}

TEST_P(EndBySignal, LeavesNoBotBehind) {
  const Lifeline stubborn(path("stubborn"));
  const Lifeline silent(path("silent"));
  Child& match_with_both =
      start(match("walls",
                  {bot("ignores_sigterm", {path("log"), path("stubborn")}),
                   bot("says_nothing", {path("log"), path("silent")})},
                  kEndlessClock, unconfined({"--option", "n=3", "--listen", "127.0.0.1:0"})));
  match_with_both.wait_for_line("listening on ");
  EXPECT_TRUE(stubborn.touched() && silent.touched());
  interrupt(match_with_both, GetParam());
  EXPECT_TRUE(stubborn.cut() && silent.cut());
}

INSTANTIATE_TEST_SUITE_P(Signals, EndBySignal, testing::Values(SIGINT, SIGTERM));

TEST_F(Signals, EndTheWaitForPlayers) {
  listen(kEndlessClock);
  interrupt(referee(), SIGINT);
  EXPECT_TRUE(record_files().empty());
}

TEST_F(Signals, EndTheWaitForAHello) {
  const Lifeline lifeline(path("lifeline"));
  Child& waiting =
      start(match("walls", {bot("never_hello", {path("log"), path("lifeline")}), bot("honest_walls")},
                  kEndlessClock, unconfined({"--option", "n=3"})));
  EXPECT_TRUE(lifeline.touched());
  interrupt(waiting, SIGINT);
  EXPECT_TRUE(lifeline.cut());
}

TEST_F(Signals, EndTheWaitForAPlayerWhoHasLeft) {
  listen(kEndlessClock, {"--games", "2", "--verbose", "--no-show-ms", "86400000"});
  DialIn anna = join("anna");
  anna.play();
  anna.close();
  EXPECT_NE(referee().wait_for_line("game 1, seed "), "");
  interrupt(referee(), SIGTERM);
  EXPECT_EQ(record_files().size(), 1U);
}

TEST_F(Signals, KillLetsBotsSeeTheEndOfInput) {
  const Lifeline lifeline(path("lifeline"));
  Child& killed =
      start(match("walls", {bot("says_nothing", {path("log"), path("lifeline")}), bot("honest_walls")},
                  kEndlessClock, unconfined({"--option", "n=3"})));
  EXPECT_TRUE(lifeline.touched());
  killed.signal(SIGKILL);
  killed.wait();
  EXPECT_TRUE(lifeline.cut());
}

TEST_F(Signals, ClosedOutputDoesNotDisturbTheMatch) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(::pipe(ends), 0);
  ::close(ends[0]);
  Child& referee_without_reader =
      start(match("walls", {bot("honest_walls"), bot("honest_walls")}, kPatientClock, {"--option", "n=3"}),
            ends[1]);
  ::close(ends[1]);
  referee_without_reader.wait();
  EXPECT_EQ(referee_without_reader.code(), 0);
  EXPECT_EQ(record().last().at("status"), "done");
}

}  // namespace
}  // namespace e2e
