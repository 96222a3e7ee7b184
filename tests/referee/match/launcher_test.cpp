#include "referee/match/launcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "protocol/server.h"
#include "tests/support/patience.h"
#include "tests/support/world.h"

namespace referee {
namespace {

using test_support::kLong;
using test_support::World;

const std::string kHello = R"(echo '{"type":"hello","protocol":1}'; )";

/// Bots whose standard input and output are of the kind that the test's parameter gives.
class LauncherTest : public testing::TestWithParam<Stdio> {
 protected:
  LaunchedBot launch(const std::string& script, Milliseconds init = kLong) {
    LaunchedBot bot;
    world_.run(launch_into(bot, script, init));
    return bot;
  }
  Task<> launch_into(LaunchedBot& bot, std::string script, Milliseconds init) {
    BotCommand command{{"sh", "-c", script}};
    command.stdio = GetParam();
    bot = co_await launcher_.launch("alice", std::move(command), init);
  }
  void until_greeted(const LaunchedBot& bot) {
    world_.until([&] { return bot.greeted->is_set(); });
  }

  World world_;
  Launcher launcher_{world_.tasks()};
};

INSTANTIATE_TEST_SUITE_P(Stdio, LauncherTest, testing::Values(Stdio::tcp, Stdio::pipe),
                         [](const auto& stdio) { return std::string(name_of(stdio.param)); });

TEST_P(LauncherTest, ABotThatSaysHelloIsConnected) {
  const LaunchedBot bot = launch(kHello + "cat > /dev/null");
  EXPECT_FALSE(bot.player->connected());
  until_greeted(bot);
  EXPECT_TRUE(bot.player->connected());
  EXPECT_TRUE(bot.player->launched());
  EXPECT_EQ(bot.player->name(), "alice");
  EXPECT_NE(bot.player->cpu_meter(), nullptr);
  world_.run(launcher_.stop(bot));
  EXPECT_EQ(bot.process->status_text(), "exit status 0") << "the end of its input is enough";
}

TEST_P(LauncherTest, ItIsWelcomedAndToldToWaitThenBye) {
  const LaunchedBot bot = launch(kHello + "cat >&2");
  until_greeted(bot);
  world_.run(launcher_.stop(bot));
  EXPECT_EQ(bot.process->stderr_text(),
            R"({"type":"welcome","protocol":1,"server":")" + std::string(protocol::kServer) +
                R"(","name":"alice"})"
                "\n"
                R"({"type":"wait","reason":"the match starts when all seats are taken"})"
                "\n"
                R"({"type":"bye","reason":"the match is over"})"
                "\n");
}

TEST_P(LauncherTest, ABotThatEndsWithoutHelloIsNotWaitedFor) {
  const LaunchedBot bot = launch("exit 4");
  until_greeted(bot);
  EXPECT_FALSE(bot.player->connected());
  world_.until([&] { return bot.process->ended(); });
  EXPECT_EQ(bot.process->status_text(), "exit status 4");
}

TEST_P(LauncherTest, ABotThatDoesNotSayHelloInTimeIsNotWaitedFor) {
  const LaunchedBot bot = launch("cat >&2", Milliseconds(5));
  until_greeted(bot);
  EXPECT_FALSE(bot.player->connected());
  world_.run(launcher_.stop(bot));
  EXPECT_NE(bot.process->stderr_text().find("no hello in 5 ms"), std::string::npos);
}

TEST_P(LauncherTest, ABotThatStaysIsEnded) {
  const LaunchedBot bot = launch(kHello + "trap '' TERM; while :; do sleep 0.01; done");
  until_greeted(bot);
  world_.run(launcher_.stop(bot));
  EXPECT_EQ(bot.process->status_text(), "signal 9 (Killed)");
}

TEST_P(LauncherTest, ItsAnswersHaveStampsOrNot) {
  const LaunchedBot bot = launch(kHello + "cat > /dev/null");
  until_greeted(bot);
  const bool stamped = GetParam() == Stdio::tcp;
  EXPECT_EQ(bot.player->stamp_source(), stamped ? StampSource::kernel : StampSource::read);
  world_.run(launcher_.stop(bot));
}

TEST_P(LauncherTest, StandardInputAndOutputCanBeOpenedAnewIfTheyArePipes) {
  const LaunchedBot bot = launch("exec < /dev/stdin > /dev/stdout; " + kHello + "cat >&2");
  until_greeted(bot);
  EXPECT_EQ(bot.player->connected(), GetParam() == Stdio::pipe);
  world_.run(launcher_.stop(bot));
  const char* const expected = GetParam() == Stdio::pipe ? R"("type":"bye")" : "No such device or address";
  EXPECT_THAT(bot.process->stderr_text(), testing::HasSubstr(expected));
}

TEST_P(LauncherTest, ClosedItLetsTheLoopRunDry) {
  const LaunchedBot bot = launch(kHello + "cat > /dev/null");
  until_greeted(bot);
  world_.run(launcher_.stop(bot));
  launcher_.close();
  world_.run_dry();
  EXPECT_EQ(world_.tasks().running(), 0U);
}

TEST(StdioName, IsReadBack) {
  for (const Stdio stdio : {Stdio::tcp, Stdio::pipe}) {
    EXPECT_EQ(stdio_named(name_of(stdio)), stdio);
  }
  EXPECT_EQ(stdio_named("socket"), std::nullopt);
  EXPECT_EQ(stdio_named(""), std::nullopt);
}

}  // namespace
}  // namespace referee
