#include "referee/match/kept_bots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/patience.h"
#include "tests/support/world.h"

namespace referee {
namespace {

using test_support::kLong;
using test_support::World;
using testing::EndsWith;
using testing::HasSubstr;

/// Room for two bots that wait.
class KeptBotsTest : public testing::Test {
 protected:
  ~KeptBotsTest() override {
    world_.run(kept_.end());
    launcher_.close();
    world_.run_dry();
  }

  /// A bot that has said hello, and repeats what it is told to standard error.
  LaunchedBot launch(const std::string& name, const std::string& then = "exec cat >&2") {
    LaunchedBot bot;
    world_.run(launch_into(bot, name, R"(echo '{"type":"hello","protocol":1}'; )" + then));
    world_.until([&] { return bot.greeted->is_set(); });
    argv_ = bot.argv;
    return bot;
  }
  /// One with the words of the bot that was launched last, or with others.
  std::optional<LaunchedBot> take(const std::string& name, std::vector<std::string> argv) {
    std::optional<LaunchedBot> bot;
    world_.run(take_into(bot, name, std::move(argv)));
    return bot;
  }
  std::optional<LaunchedBot> take(const std::string& name) { return take(name, argv_); }

  World world_;
  Launcher launcher_{world_.tasks()};
  bool more_ = true;
  KeptBots kept_{launcher_, 2, [this] { return more_; }};

 private:
  Task<> launch_into(LaunchedBot& bot, std::string name, std::string script) {
    BotCommand command{{"sh", "-c", script}};
    bot = co_await launcher_.launch(std::move(name), std::move(command), kLong);
  }
  Task<> take_into(std::optional<LaunchedBot>& bot, std::string name, std::vector<std::string> argv) {
    bot = co_await kept_.take(std::move(name), std::move(argv));
  }

  std::vector<std::string> argv_;
};

TEST_F(KeptBotsTest, EachIsTakenOnceAndByItsName) {
  const LaunchedBot alice = launch("alice");
  const LaunchedBot bob = launch("bob");
  world_.run(kept_.keep(alice));
  world_.run(kept_.keep(bob));
  EXPECT_FALSE(take("carol"));
  EXPECT_EQ(take("alice")->process, alice.process);
  EXPECT_FALSE(take("alice"));
  EXPECT_EQ(take("bob")->process, bob.process);
  world_.run(launcher_.stop(alice));
  world_.run(launcher_.stop(bob));
}

TEST_F(KeptBotsTest, AnotherProgramOfThatNameIsNotTaken) {
  const LaunchedBot bot = launch("alice");
  world_.run(kept_.keep(bot));
  EXPECT_FALSE(take("alice", {"sh", "-c", "another version"}));
  EXPECT_TRUE(kept_.has("alice"));
}

TEST_F(KeptBotsTest, TheEndOfOneNameLeavesTheOthers) {
  const LaunchedBot alice = launch("alice");
  const LaunchedBot bob = launch("bob");
  world_.run(kept_.keep(alice));
  world_.run(kept_.keep(bob));
  kept_.note_failure("alice");
  world_.run(kept_.end("alice"));
  EXPECT_TRUE(alice.process->succeeded());
  EXPECT_FALSE(bob.process->ended());
  EXPECT_FALSE(kept_.has("alice"));
  EXPECT_TRUE(kept_.wants("alice")) << "its next encounter may be with another version";
}

TEST_F(KeptBotsTest, TheOneThatHasWaitedLongestGivesWay) {
  const LaunchedBot oldest = launch("alice");
  world_.run(kept_.keep(oldest));
  world_.run(kept_.keep(launch("bob")));
  EXPECT_FALSE(oldest.process->ended());
  world_.run(kept_.keep(launch("carol")));
  EXPECT_TRUE(oldest.process->ended());
  EXPECT_FALSE(take("alice"));
}

TEST_F(KeptBotsTest, OneThatHasLeftIsNotTakenAndIsAskedNoMore) {
  const LaunchedBot bot = launch("alice", "exit 3");
  EXPECT_TRUE(kept_.wants("alice"));
  world_.run(kept_.keep(bot));
  world_.until([&] { return bot.process->ended(); });
  EXPECT_FALSE(take("alice"));
  EXPECT_FALSE(kept_.wants("alice"));
  EXPECT_TRUE(kept_.wants("bob"));
}

TEST_F(KeptBotsTest, NobodyIsWantedWhenNoGameFollows) {
  EXPECT_TRUE(kept_.wants("alice"));
  more_ = false;
  EXPECT_FALSE(kept_.wants("alice"));
}

TEST_F(KeptBotsTest, TheEndSaysBye) {
  const LaunchedBot bot = launch("alice");
  world_.run(kept_.keep(bot));
  world_.run(kept_.end());
  EXPECT_TRUE(bot.process->succeeded());
  EXPECT_THAT(bot.process->stderr_text(), HasSubstr(R"("bye")"));
  EXPECT_FALSE(take("alice"));
}

TEST_F(KeptBotsTest, StandardErrorOfAGameIsTakenApart) {
  const LaunchedBot bot = launch("alice", "echo one >&2; read -r a; read -r b; echo two >&2; exec cat >&2");
  world_.until([&] { return bot.process->stderr_text() == "one\ntwo\n"; });
  EXPECT_EQ(bot.process->take_stderr().text(), "one\ntwo\n");
  EXPECT_TRUE(bot.process->take_stderr().empty());
  bot.player->send("three");
  world_.until([&] { return !bot.process->stderr_text().empty(); });
  EXPECT_EQ(bot.process->take_stderr().text(), "three\n");
  world_.run(launcher_.stop(bot));
  EXPECT_THAT(bot.process->stderr_text(), EndsWith("\"the match is over\"}\n"));
}

}  // namespace
}  // namespace referee
