#include "referee/join/join_bot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/patience.h"
#include "tests/support/world.h"

// A bot of `referee join`, as a process on the test's loop, whose owner is the test instead of a connection.

namespace referee {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kHello = R"(echo '{"type":"hello","protocol":1}'; )";
constexpr const char* kEcho = "while read line; do echo \"to $line\"; done";
constexpr const char* kCount = "n=0; while read line; do n=$((n + 1)); echo \"$n: $line\"; done";

class JoinBotTest : public testing::Test, protected JoinBotOwner {
 protected:
  ~JoinBotTest() override {
    if (bot_ != nullptr) {
      bot_->leave(Milliseconds(0));
      world_.run(until_gone(bot_));
    }
    reaper_.stop();
  }
  void start(const std::string& script) {
    start_early(script);
    bot_->begin("m1");
  }
  /// Before a match.
  void start_early(const std::string& script) {
    bot_ = JoinBot::start({world_.tasks(), reaper_, world_.loopback()}, {{"sh", "-c", script}}, *this);
  }
  static Task<> until_gone(std::shared_ptr<JoinBot> bot) { co_await bot->gone().wait(); }
  void until_said(std::size_t lines) {
    world_.until([&] { return said_.size() >= lines; });
  }

  void say(std::string_view line) override { said_.emplace_back(line); }
  Task<> room() override { co_return; }
  void kept_back(std::string_view line) override { kept_back_.emplace_back(line); }
  void bot_ready() override { ++ready_; }
  void bot_ended(const std::string& match, const std::string& how) override { ended_ = match + ": " + how; }
  void note(const std::string& text) override { notes_ += text + "\n"; }

  test_support::World world_;
  Reaper reaper_{world_.tasks()};
  std::shared_ptr<JoinBot> bot_;
  std::vector<std::string> said_;
  std::vector<std::string> kept_back_;
  int ready_ = 0;
  std::string ended_;
  std::string notes_;
};

TEST_F(JoinBotTest, ItsHelloIsNotPassedOnAndWhatItWasToldBeforeWaits) {
  start(std::string(kHello) + kEcho);
  bot_->tell("welcome");
  bot_->ask(0, "turn 0");
  until_said(2);
  EXPECT_THAT(said_, ElementsAre("to welcome", "to turn 0"));
  EXPECT_THAT(kept_back_, ElementsAre(R"({"type":"hello","protocol":1})"));
  EXPECT_EQ(notes_, "");
}

TEST_F(JoinBotTest, LinesBeforeItsHelloAreKeptBackAndExplainedOnce) {
  start(std::string("echo one; echo two; ") + kHello + kEcho);
  bot_->ask(0, "turn 0");
  until_said(1);
  EXPECT_THAT(said_, ElementsAre("to turn 0"));
  EXPECT_EQ(kept_back_.size(), 3U);
  EXPECT_THAT(notes_, HasSubstr("got 'one'"));
  EXPECT_THAT(notes_, testing::Not(HasSubstr("got 'two'")));
}

TEST_F(JoinBotTest, ARequestThatComesAgainIsNotToldToTheBotButAnsweredFromMemory) {
  start(std::string(kHello) + kCount);
  bot_->ask(0, "turn 0");
  until_said(1);
  bot_->pause();
  bot_->ask(0, "turn 0");
  bot_->ask(1, "turn 1");
  until_said(3);
  bot_->pause();
  bot_->ask(1, "turn 1");
  bot_->ask(2, "turn 2");
  until_said(5);
  EXPECT_THAT(said_, ElementsAre("1: turn 0", "1: turn 0", "2: turn 1", "2: turn 1", "3: turn 2"))
      << "the bot has counted each turn once";
}

TEST_F(JoinBotTest, AnAnswerAndAnEndWithoutAConnectionAreSaidOnTheNext) {
  start(std::string(kHello) + "read line; echo answer");
  bot_->ask(0, "turn 0");
  bot_->pause();
  world_.until([&] { return bot_->over(); });
  EXPECT_THAT(said_, testing::Not(testing::Contains("answer")));
  said_.clear();
  bot_->ask(0, "turn 0");
  EXPECT_THAT(said_, ElementsAre("answer", HasSubstr(R"("type":"ended")")));
}

TEST_F(JoinBotTest, APastTurnIsToldOnceAndNoneAfterARequest) {
  start(std::string(kHello) + kEcho);
  EXPECT_TRUE(bot_->tell_past(2, "past 2"));
  EXPECT_FALSE(bot_->tell_past(2, "past 2"));
  EXPECT_FALSE(bot_->tell_past(1, "past 1"));
  EXPECT_TRUE(bot_->tell_past(3, "past 3"));
  bot_->ask(4, "turn 4");
  EXPECT_FALSE(bot_->tell_past(5, "past 5"));
  until_said(3);
  EXPECT_THAT(said_, ElementsAre("to past 2", "to past 3", "to turn 4"));
}

TEST_F(JoinBotTest, ItsEndIsToldAfterItsLastLine) {
  start(std::string(kHello) + "echo last; exit 3");
  until_said(2);
  EXPECT_EQ(said_.front(), "last");
  EXPECT_THAT(said_.back(), HasSubstr(R"("type":"ended")"));
  EXPECT_THAT(said_.back(), HasSubstr("exit status 3"));
  world_.until([&] { return !ended_.empty(); });
  EXPECT_EQ(ended_, "m1: exit status 3");
  EXPECT_TRUE(bot_->over());
}

TEST_F(JoinBotTest, ItIsReadyOnceItHasSaidHelloAndCanThenBeginAMatch) {
  start_early(std::string("echo loading; ") + kHello + kEcho);
  EXPECT_FALSE(bot_->ready());
  world_.until([&] { return bot_->ready(); });
  EXPECT_EQ(kept_back_.size(), 2U);
  EXPECT_EQ(ready_, 1);
  EXPECT_TRUE(bot_->can_begin());
  bot_->begin("m1");
  EXPECT_FALSE(bot_->can_begin());
  EXPECT_TRUE(bot_->plays("m1"));
  bot_->ask(0, "turn 0");
  until_said(1);
  EXPECT_THAT(said_, ElementsAre("to turn 0"));
}

TEST_F(JoinBotTest, OneThatEndsBeforeItsMatchIsReadyForNoneAndTheRefereeIsToldNothing) {
  start_early("exit 3");
  world_.until([&] { return !ended_.empty(); });
  EXPECT_EQ(ready_, 1) << "nobody waits for it";
  EXPECT_FALSE(bot_->can_begin());
  EXPECT_EQ(ended_, ": exit status 3");
  EXPECT_THAT(notes_, HasSubstr("exit status 3 before its game began, before it printed hello"));
  world_.until([&] { return bot_->over(); });
  EXPECT_THAT(said_, testing::IsEmpty());
}

TEST_F(JoinBotTest, WhatItSaysAfterItsMatchIsNotSaid) {
  start(std::string(kHello) + "read line; echo first; read line; echo late");
  bot_->ask(0, "turn 0");
  until_said(1);
  bot_->leave(test_support::kLong);
  world_.run(until_gone(bot_));
  EXPECT_THAT(said_, ElementsAre("first"));
  EXPECT_EQ(ended_, "m1: exit status 0") << "its input has ended, and it had time to leave";
  EXPECT_EQ(notes_, "");
}

TEST_F(JoinBotTest, OneThatDoesNotReadIsEnded) {
  start(std::string(kHello) + "exec sleep 1000");
  const std::string line(1024 * 1024, 'x');
  world_.until([&] { return !kept_back_.empty(); });
  for (std::size_t told = 0; told <= 2 * JoinBot::kMaxUnread; told += line.size()) {
    bot_->tell(line);
  }
  world_.run(until_gone(bot_));
  EXPECT_THAT(ended_, HasSubstr("signal 9"));
  EXPECT_THAT(notes_, HasSubstr("does not read"));
}

}  // namespace
}  // namespace referee
