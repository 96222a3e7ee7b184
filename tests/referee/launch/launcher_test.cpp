#include "referee/launch/launcher.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/world.h"

namespace referee {
namespace {

using test_support::World;

constexpr Milliseconds kLong{600'000};
const std::string kHello = R"(echo '{"type":"hello","protocol":1}'; )";

class LauncherTest : public testing::Test {
 protected:
  LaunchedBot launch(const std::string& script, Milliseconds init = kLong) {
    LaunchedBot bot;
    world_.run(launch_into(bot, script, init));
    return bot;
  }
  Task<> launch_into(LaunchedBot& bot, std::string script, Milliseconds init) {
    BotCommand command{{"sh", "-c", script}};
    bot = co_await launcher_.launch("alice", std::move(command), init);
  }
  void until_greeted(const LaunchedBot& bot) {
    world_.until([&] { return bot.greeted->is_set(); });
  }

  World world_;
  Launcher launcher_{world_.tasks()};
};

TEST_F(LauncherTest, ABotThatSaysHelloIsConnected) {
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

TEST_F(LauncherTest, ItIsWelcomedAndToldToWaitThenBye) {
  const LaunchedBot bot = launch(kHello + "cat >&2");
  until_greeted(bot);
  world_.run(launcher_.stop(bot));
  EXPECT_EQ(bot.process->stderr_text(),
            R"({"type":"welcome","protocol":1,"server":"referee 0.1","name":"alice"})"
            "\n"
            R"({"type":"wait","reason":"the match starts when all seats are taken"})"
            "\n"
            R"({"type":"bye","reason":"the match is over"})"
            "\n");
}

TEST_F(LauncherTest, ABotThatEndsWithoutHelloIsNotWaitedFor) {
  const LaunchedBot bot = launch("exit 4");
  until_greeted(bot);
  EXPECT_FALSE(bot.player->connected());
  world_.until([&] { return bot.process->ended(); });
  EXPECT_EQ(bot.process->status_text(), "exit status 4");
}

TEST_F(LauncherTest, ABotThatDoesNotSayHelloInTimeIsNotWaitedFor) {
  const LaunchedBot bot = launch("cat >&2", Milliseconds(5));
  until_greeted(bot);
  EXPECT_FALSE(bot.player->connected());
  world_.run(launcher_.stop(bot));
  EXPECT_NE(bot.process->stderr_text().find("no hello in 5 ms"), std::string::npos);
}

TEST_F(LauncherTest, ABotThatStaysIsEnded) {
  const LaunchedBot bot = launch(kHello + "trap '' TERM; while :; do sleep 0.01; done");
  until_greeted(bot);
  world_.run(launcher_.stop(bot));
  EXPECT_EQ(bot.process->status_text(), "signal 9 (Killed)");
}

TEST_F(LauncherTest, ClosedItLetsTheLoopRunDry) {
  const LaunchedBot bot = launch(kHello + "cat > /dev/null");
  until_greeted(bot);
  world_.run(launcher_.stop(bot));
  launcher_.close();
  world_.run_dry();
  EXPECT_EQ(world_.tasks().running(), 0U);
}

}  // namespace
}  // namespace referee
