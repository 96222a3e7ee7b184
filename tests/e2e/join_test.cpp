#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <vector>

#include "tests/e2e/join_match.h"
#include "tests/e2e/lifeline.h"

// `referee join` between a referee over TCP and bots that it launches.

namespace e2e {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class JoinTest : public JoinMatch {};

// ---- against the real referee ----

TEST_F(JoinTest, PlaysWholeMatchesWithoutAFault) {
  Child& alice = join(real_referee({"--games", "2"}), rude("honest_walls"));
  alice.wait();
  referee_->wait();
  EXPECT_EQ(alice.code(), 0) << alice.err();
  EXPECT_EQ(alice.out(), "");
  EXPECT_THAT(alice.err(), HasSubstr("join: the referee says bye: the match is over\n"));
  ASSERT_EQ(record_files().size(), 2U);
  for (const auto& file : record_files()) {
    const Record played(file);
    const bool first = played.header().at("players").at(0) == "alice";
    for (const std::string& verdict : played.verdicts(first ? 0 : 1)) {
      EXPECT_EQ(verdict, "ok");
    }
  }
}

TEST_F(JoinTest, WrongTokenIsRefusedInTheRefereesWords) {
  const std::string address = real_referee();
  DialIn alice("listening on " + address);
  alice.hello("alice");
  alice.next("welcome");
  test_support::write_file(path("wrong.token"), "0123456789abcdef\n");
  Child& thief = join(address, rude("honest_walls"), {"--token-file", path("wrong.token")});
  thief.wait();
  EXPECT_EQ(thief.code(), kUsage);
  EXPECT_THAT(thief.err(), AllOf(HasSubstr("referee: bad_token: name 'alice' is registered"),
                                 Not(HasSubstr("0123456789abcdef"))));
  alice.play();
  referee_->wait();
}

TEST_F(JoinTest, LineOverTheLimitStillIsWhenItArrives) {
  Child& alice = join(real_referee(), rude("ten_megabytes"));
  alice.wait();
  referee_->wait();
  EXPECT_EQ(alice.code(), 0) << alice.err();
  EXPECT_THAT(alice.err(), HasSubstr("referee: oversize: "));
  EXPECT_THAT(record().verdicts(1), testing::Contains("oversize"));
}

// ---- one process per match ----

/// What join tells the referee of a bot that has ended in mid-match.
Json ended(const std::string& match, int status) {
  return {{"type", "ended"}, {"match", match}, {"how", "exit status " + std::to_string(status)}};
}

TEST_F(JoinTest, EveryMatchGetsAProcessOfItsOwn) {
  DialIn referee = join_recorder();
  std::vector<Json> players;
  for (const std::string match : {"m1", "m2"}) {
    referee.send({{"type", "wait"}, {"reason", "soon"}});
    referee.send(says::start(match));
    players.push_back(ask(referee, match, 0));
    EXPECT_EQ(ask(referee, match, 1), players.back());
    referee.send(says::end(match));  // the bot's reply must not count as an answer in the next match
  }
  EXPECT_NE(players[0], players[1]);
  leave(referee);
  EXPECT_THAT(told(), ElementsAre("welcome", "start", "turn", "turn", "end",  //
                                  "welcome", "start", "turn", "turn", "end"));
}

TEST_F(JoinTest, LinesPassBothWaysWithoutChange) {
  test_support::write_file(path("echo.sh"),
                           "echo '{\"type\":\"hello\",\"protocol\":1}'\n"
                           "echo '{ \"type\" : \"chat\", \"text\":\"caf\\u00e9\" }'\nexec tee log\n");
  joined_ = &join(fake_.address(), {"sh", path("echo.sh")});
  DialIn referee = welcome_next();
  referee.send(says::start("m1"));
  EXPECT_EQ(referee.next().at("text"), "café");
  EXPECT_EQ(referee.next().at("type"), "welcome");
  EXPECT_EQ(referee.next(), says::start("m1"));
  referee.write("{\"type\":\"news\",  \"of\":[1.0,\"\\u00e9\"]}\n");
  EXPECT_EQ(referee.next().at("type"), "news");
  leave(referee);
  EXPECT_THAT(log(), HasSubstr("{\"type\":\"news\",  \"of\":[1.0,\"\\u00e9\"]}\n"));
}

TEST_F(JoinTest, BotThatDiesAtOnceIsReportedAndTheNextMatchIsPlayed) {
  const Lifeline begun(path("begun"));
  test_support::write_file(
      path("once.sh"),
      "mkdir dead && echo > begun && exit 7\necho '{\"type\":\"hello\",\"protocol\":1}'\nexec cat\n");
  joined_ = &join(fake_.address(), {"sh", path("once.sh")});
  DialIn referee = welcome_next();
  referee.send(says::start("m1"));
  referee.send(says::turn("m1", 0));
  EXPECT_TRUE(begun.touched());
  EXPECT_EQ(referee.next(), ended("m1", 7));
  referee.send(says::end("m1"));
  referee.send(says::start("m2"));
  EXPECT_EQ(referee.next().at("type"), "welcome");  // cat repeats what it receives
  EXPECT_EQ(referee.next(), says::start("m2"));
  EXPECT_THAT(leave(referee),
              HasSubstr("join: the bot ended with exit status 7 in match m1, before it said hello\n"));
}

TEST_F(JoinTest, BotThatDiesInMidMatchIsReported) {
  DialIn referee = join_recorder();
  referee.send(says::start("m1"));
  const Json first = ask(referee, "m1", 0);
  referee.send(says::turn("m1", 66));
  EXPECT_EQ(referee.next(), ended("m1", 5));
  referee.send(says::turn("m1", 67));
  referee.send(says::end("m1"));
  referee.send(says::start("m2"));
  EXPECT_NE(ask(referee, "m2", 0), first);
  EXPECT_THAT(leave(referee), HasSubstr("join: the bot ended with exit status 5 in match m1\n"));
}

TEST_F(JoinTest, BotThatHangsIsEndedAndHoldsNothingUp) {
  const Lifeline lifeline(path("lifeline"));
  joined_ = &join(fake_.address(), rude("ignores_sigterm", {path("log"), path("lifeline")}));
  DialIn referee = welcome_next();
  referee.send(says::start("m1"));
  EXPECT_TRUE(lifeline.touched());
  Json big = says::turn("m1", 0);
  big["view"] = std::string(60'000, 'x');
  for (int i = 0; i < 20; ++i) {
    big["turn"] = i;
    referee.send(big);
  }
  referee.send(says::end("m1"));
  leave(referee);
  EXPECT_TRUE(lifeline.cut());
}

TEST_F(JoinTest, DebugTextBeforeHelloIsExplained) {
  joined_ = &join(
      fake_.address(),
      {"sh", "-c", "printf 'loading \\033[31m...\\n'; echo '{\"type\":\"hello\",\"protocol\":1}'; exec cat"});
  DialIn referee = welcome_next();
  referee.send(says::start("m1"));
  EXPECT_EQ(referee.next().at("type"), "welcome");  // cat repeats what it receives
  EXPECT_THAT(leave(referee),
              HasSubstr("join: the bot has to say hello before anything else: got 'loading ?[31m...'\n"));
}

TEST_F(JoinTest, APrettyPrintedHelloIsExplained) {
  joined_ = &join(fake_.address(),
                  {"sh", "-c", "printf '{\n \"type\": \"hello\",\n \"protocol\": 1\n}\n'; exit 3"});
  DialIn referee = welcome_next();
  referee.send(says::start("m1"));
  EXPECT_EQ(referee.next(), ended("m1", 3));
  EXPECT_THAT(leave(referee),
              HasSubstr("join: the bot has said no hello: it is spread over 4 lines: a message is one line"));
}

TEST_F(JoinTest, TheEndOfABotIsToldAgainAfterAReconnect) {
  DialIn referee = join_recorder();
  referee.send(says::start("m1"));
  referee.send(says::turn("m1", 66));
  EXPECT_EQ(referee.next(), ended("m1", 5));
  referee.close();
  DialIn again = welcome_next();
  again.send(says::start("m1"));
  again.send(says::turn("m1", 66));
  EXPECT_EQ(again.next(), ended("m1", 5));
  leave(again);
}

TEST_F(JoinTest, ErrorsOfTheBotAndOfTheRefereeAreShown) {
  joined_ =
      &join(fake_.address(),
            {"sh", "-c", "echo my own words >&2; echo '{\"type\":\"hello\",\"protocol\":1}'; exec cat"});
  DialIn referee = welcome_next();
  referee.send(says::start("m1"));
  referee.send(says::error("late", "no answer\x1b[2J\n in 50 ms"));
  referee.next("error");
  EXPECT_THAT(leave(referee),
              AllOf(HasSubstr("my own words\n"), HasSubstr("referee: late: no answer?[2J? in 50 ms\n")));
}

// ---- signals and usage ----

TEST_F(JoinTest, SignalEndsItAndItsBot) {
  for (const int number : {SIGINT, SIGTERM}) {
    const Lifeline lifeline(path("lifeline" + std::to_string(number)));
    joined_ = &join(fake_.address(),
                    rude("ignores_sigterm", {path("log"), path("lifeline" + std::to_string(number))}));
    DialIn referee = welcome_next();
    referee.send(says::start("m1"));
    EXPECT_TRUE(lifeline.touched());
    joined_->signal(number);
    joined_->wait();
    EXPECT_EQ(joined_->code(), 128 + number);
    EXPECT_TRUE(lifeline.cut());
  }
}

TEST_F(JoinTest, SignalEndsThePauseBetweenDials) {
  joined_ = &join(fake_.address(), {"cat"});
  DialIn refused = fake_.accept();
  refused.next();
  Json wait = says::error("take_over", "over 5 take-overs in a minute");
  wait["retry_after_ms"] = 3'600'000;
  refused.send(wait);
  refused.close();
  fake_.close();
  joined_->signal(SIGTERM);
  joined_->wait();
  EXPECT_EQ(joined_->code(), 128 + SIGTERM);
}

TEST_F(JoinTest, WrongUsageIsRefusedBeforeAnythingIsDialled) {
  test_support::write_file(path("bad.token"), "two words");
  const std::string to = fake_.address();
  const std::vector<std::pair<std::vector<std::string>, std::string>> mistakes = {
      {{"join"}, "HOST:PORT is required"},
      {{"join", to, "--name", "alice"}, "COMMAND is required"},
      {{"join", to, "--", "cat"}, "--name is required"},
      {{"join", "localhost", "--name", "alice", "--", "cat"}, "'localhost' is not an address"},
      {{"join", to, "--name", "a b", "--", "cat"}, "--name: got 'a b', expected a letter or digit"},
      {{"join", to, "--name", "alice", "--", "no-such-program"}, "no program 'no-such-program'"},
      {{"join", to, "--name", "alice", "--token-file", "nowhere/t", "--", "cat"},
       "--token-file: got nowhere/t"},
      {{"join", to, "--name", "alice", "--token-file", path("bad.token"), "--", "cat"},
       "bad.token: expected one word and nothing else"},
      {{"join", to, "--name", "alice", "--token-file", folder().string(), "--", "cat"}, ": cannot be read"},
      {{"join", to, "--name", "alice", "--dials", "0", "--", "cat"}, "--dials: Value 0 not in range"},
  };
  for (const auto& [arguments, message] : mistakes) {
    const Child& child = run(arguments);
    EXPECT_EQ(child.code(), kUsage) << message;
    EXPECT_THAT(child.err(), HasSubstr(message));
    EXPECT_THAT(child.err(), Not(HasSubstr("two words")));
  }
  EXPECT_FALSE(fake_.called());
}

}  // namespace
}  // namespace e2e
