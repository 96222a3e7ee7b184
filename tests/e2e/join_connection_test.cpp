#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <string>
#include <vector>

#include "tests/e2e/join_match.h"

// `referee join` and its connections: lost, refused, interrupted; and tokens.

namespace e2e {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class JoinConnection : public JoinMatch {};

// ---- lost connections ----

TEST_F(JoinConnection, PlaysOnAfterALostConnection) {
  DialIn before = join_recorder();
  EXPECT_EQ(hello_.at("resume"), true) << "join always says it: its bot stays when the referee goes";
  before.send(says::start("m1"));
  const Json player = ask(before, "m1", 0);
  ask(before, "m1", 1);
  before.close();

  DialIn after = welcome_next();
  EXPECT_EQ(hello_.at("resume"), true);
  after.send(says::start("m1"));
  after.send(says::past("m1", 0));
  after.send(says::past("m1", 1));
  EXPECT_EQ(ask(after, "m1", 2), player);
  after.send(says::end("m1"));
  EXPECT_THAT(leave(after), HasSubstr("join: the connection was closed\n"));
  EXPECT_THAT(told(), ElementsAre("welcome", "start", "turn", "turn", "turn", "end"));
}

// A match that goes on although join itself was started anew.
TEST_F(JoinConnection, NewBotGetsThePastTurnsEachOnce) {
  DialIn before = join_recorder();
  before.send(says::start("m1"));
  before.send(says::past("m1", 0));
  before.close();
  DialIn after = welcome_next();
  after.send(says::start("m1"));
  after.send(says::past("m1", 0));
  after.send(says::past("m1", 1));
  ask(after, "m1", 2);
  leave(after);
  EXPECT_THAT(told(), ElementsAre("welcome", "start", "past", "past", "turn", "bye"));
}

TEST_F(JoinConnection, RepeatsAnAnswerThatWasLost) {
  DialIn before = join_recorder();
  before.send(says::start("m1"));
  const Json player = ask(before, "m1", 0);  // the referee received it, but asks again
  before.close();
  DialIn after = welcome_next();
  after.send(says::start("m1"));
  EXPECT_EQ(ask(after, "m1", 0), player);
  EXPECT_EQ(ask(after, "m1", 1), player);
  leave(after);
  EXPECT_THAT(told(), ElementsAre("welcome", "start", "turn", "turn", "bye"));
}

TEST_F(JoinConnection, TurnThatTheBotIsStillAtIsAskedAndAnsweredOnce) {
  DialIn before = join_recorder();
  before.send(says::start("m1"));
  ask(before, "m1", 2);
  before.send(says::turn("m1", 3));
  before.close();
  DialIn after = welcome_next();
  after.send(says::start("m1"));
  test_support::write_file(path("log.go"), "");
  after.send(says::turn("m1", 3));
  EXPECT_EQ(after.next().at("turn"), 3);
  ask(after, "m1", 4);
  leave(after);
  EXPECT_THAT(told(), ElementsAre("welcome", "start", "turn", "turn", "turn", "bye"));
}

TEST_F(JoinConnection, AnotherAttemptAtTheSameMatchIsAnotherMatch) {
  // "an unfinished one is a new attempt": after a restart the referee plays the same match from the
  // beginning.
  DialIn before = join_recorder();
  before.send(says::start("m1", "c1"));
  const Json player = ask(before, "m1", 0);
  before.close();
  DialIn after = welcome_next();
  after.send(says::start("m1", "c2"));
  EXPECT_NE(ask(after, "m1", 0), player);
  leave(after);
}

TEST_F(JoinConnection, WhoIsReplacedDoesNotDialAgain) {
  DialIn referee = join_recorder();
  referee.send(says::bye("replaced"));
  joined_->wait();
  EXPECT_EQ(joined_->code(), 0);
  EXPECT_THAT(joined_->err(), HasSubstr("join: the referee says bye: replaced\n"));
  EXPECT_FALSE(fake_.called());
}

TEST_F(JoinConnection, AfterTooManyTakeOversItWaitsAsLongAsItIsTold) {
  joined_ = &join(fake_.address(), {"cat"});
  DialIn refused = fake_.accept();
  refused.next();
  const auto told_at = std::chrono::steady_clock::now();
  Json wait = says::error("take_over", "over 5 take-overs in a minute");
  wait["retry_after_ms"] = 400;
  refused.send(wait);
  refused.close();
  DialIn referee = welcome_next();
  EXPECT_GE(std::chrono::steady_clock::now() - told_at, std::chrono::milliseconds(400));
  leave(referee);
}

TEST_F(JoinConnection, GivesUpWhenNobodyListens) {
  fake_.close();
  Child& alice = join("127.0.0.1:1", {"cat"}, {"--dials", "3"});
  alice.wait();
  EXPECT_EQ(alice.code(), kNoReferee);
  EXPECT_THAT(alice.err(), AllOf(HasSubstr("join: cannot connect to 127.0.0.1:1: Connection refused\n"),
                                 HasSubstr("join: gave up after dialling 3 times without a welcome\n")));
}

TEST_F(JoinConnection, WhatIsNoRefereeIsLeft) {
  Child& alice = join(fake_.address(), {"cat"}, {"--dials", "2"});
  for (const char* const words : {"SSH-2.0-OpenSSH_9.2\r\n", "{\"type\":7}\n"}) {
    DialIn other = fake_.accept();
    other.write(words);
    other.next();
    EXPECT_TRUE(other.at_end());
  }
  alice.wait();
  EXPECT_EQ(alice.code(), kNoReferee);
  EXPECT_THAT(alice.err(), HasSubstr("join: not a message of a referee: 'SSH-2.0-OpenSSH_9.2'\n"));
}

// ---- tokens ----

TEST_F(JoinConnection, IssuedTokenIsKeptInItsFileAndShownFromThenOn) {
  const std::vector<std::string> file = {"--token-file", path("alice.token")};
  DialIn first = join_recorder(file, {{"token", "issued-1"}});
  EXPECT_FALSE(hello_.contains("token"));
  first.send(says::start("m1"));
  ask(first, "m1", 0);
  EXPECT_EQ(test_support::read_file(path("alice.token")), "issued-1\n");
  struct stat status {};
  ASSERT_EQ(::stat(path("alice.token").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
  first.close();

  DialIn again = welcome_next();
  EXPECT_EQ(hello_.at("token"), "issued-1");
  EXPECT_THAT(leave(again), Not(HasSubstr("issued-1")));
  EXPECT_THAT(log(), Not(HasSubstr("issued-1")));

  DialIn next_day = join_recorder(file);
  EXPECT_EQ(hello_.at("token"), "issued-1");
  leave(next_day);
}

TEST_F(JoinConnection, IssuedTokenWithoutAFileIsNotPrinted) {
  DialIn referee = join_recorder({}, {{"token", "issued-1"}});
  EXPECT_THAT(leave(referee), AllOf(HasSubstr("--token-file FILE keeps it"), Not(HasSubstr("issued-1"))));
}

TEST_F(JoinConnection, TokenMayComeFromTheEnvironmentAndIsNotPassedToTheBot) {
  joined_ = &spawn({"/usr/bin/env", "REFEREE_TOKEN=t-1", kReferee, "join", fake_.address(), "--name", "alice",
                    "--", "sh", "-c", "env > log; echo '{\"type\":\"hello\",\"protocol\":1}'; exec cat"});
  DialIn referee = welcome_next();
  EXPECT_EQ(hello_.at("token"), "t-1");
  referee.send(says::start("m1"));
  referee.next("welcome");
  leave(referee);
  EXPECT_THAT(log(), AllOf(HasSubstr("PATH="), Not(HasSubstr("REFEREE_"))));
}

}  // namespace
}  // namespace e2e
