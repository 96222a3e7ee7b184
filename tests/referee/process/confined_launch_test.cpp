#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "referee/base/secrets.h"
#include "referee/match/launcher.h"
#include "referee/process/joint_bounds.h"
#include "tests/support/machine_at_most.h"
#include "tests/support/patience.h"
#include "tests/support/temp_folder.h"
#include "tests/support/world.h"

namespace referee {
namespace {

using testing::HasSubstr;

/// Bots launched at the level of the test's parameter, in a folder of their own.
class ConfinedLaunch : public testing::TestWithParam<SandboxLevel> {
 protected:
  void SetUp() override {
    try {
      sandbox_ = Sandbox::open(GetParam());
    } catch (const WeakSandbox& weak) {
      GTEST_SKIP() << weak.what();
    }
    std::filesystem::permissions(folder_.path(), std::filesystem::perms(0755));
  }

  /// Runs `script` until it has sent `hello` or ended, and then stops it. Returns its standard error.
  std::string run(const std::string& script, Stdio stdio) {
    Launcher launcher(world_.tasks(), sandbox_);
    Confinement confinement;
    confinement.folder = folder_.path();
    BotCommand command{{"sh", "-c", script, folder_.path().string()}, confinement};
    command.stdio = stdio;
    LaunchedBot bot;
    world_.run(launch_into(launcher, bot, std::move(command)));
    world_.until([&] { return bot.greeted->is_set(); });
    connected_ = bot.player->connected();
    world_.run(launcher.stop(bot));
    launcher.close();
    world_.run_dry();
    return bot.process->stderr_text();
  }
  static Task<> launch_into(Launcher& launcher, LaunchedBot& bot, BotCommand command) {
    bot = co_await launcher.launch("alice", std::move(command), test_support::kLong);
  }

  /// Why launching `argv`, of the bot's folder, fails, or its process ends without having run it: an errno; 0
  /// if it does run.
  int failure_of(const std::vector<std::string>& argv) {
    Launcher launcher(world_.tasks(), sandbox_);
    Confinement confinement;
    confinement.folder = folder_.path();
    LaunchedBot bot;
    int error = 0;
    try {
      world_.run(launch_into(launcher, bot, BotCommand{argv, confinement}));
      world_.until([&] { return bot.process->ended(); });
      bot.process->throw_if_never_run();
    } catch (const ProgramError& program) {
      error = program.code().value();
    }
    launcher.close();
    world_.run_dry();
    return error;
  }
  std::string program(const std::string& text, std::filesystem::perms mode) const {
    const auto path = folder_ / "program";
    test_support::write_file(path, text);
    std::filesystem::permissions(path, mode);
    return path.string();
  }

  const test_support::SandboxAtMost at_most_{name_of(GetParam())};
  test_support::World world_;
  test_support::TempFolder folder_;
  std::shared_ptr<const Sandbox> sandbox_;
  bool connected_ = false;
};

INSTANTIATE_TEST_SUITE_P(Levels, ConfinedLaunch,
                         testing::Values(SandboxLevel::none, SandboxLevel::basic, SandboxLevel::bwrap,
                                         SandboxLevel::full),
                         [](const auto& level) { return std::string(name_of(level.param)); });

// exec, as the level basic allows one process; 3 keeps the output open: a bot that closes it has left.
constexpr const char* kOpensAnew =
    R"(exec < /dev/stdin > /dev/stdout; echo '{"type":"hello","protocol":1}'; exec cat 3>&1 >&2)";

TEST_P(ConfinedLaunch, PipesCanBeOpenedAnew) {
  EXPECT_THAT(run(kOpensAnew, Stdio::pipe), HasSubstr(R"("type":"bye")"));
  EXPECT_TRUE(connected_);
}

TEST_P(ConfinedLaunch, ConnectionCannotBeOpenedAnew) {
  EXPECT_THAT(run(kOpensAnew, Stdio::tcp), HasSubstr("No such device or address"));
  EXPECT_FALSE(connected_);
}

TEST_P(ConfinedLaunch, PipesAndStandardErrorAreAllThatItHas) {
  const char* const script =  // the shell itself uses those from 10 on
      "for fd in 0 1 2 3 4 5 6 7 8 9; do [ -e /proc/$$/fd/$fd ] && echo $fd; done >&2";
  EXPECT_EQ(run(script, Stdio::pipe), "0\n1\n2\n");
}

TEST_P(ConfinedLaunch, BotsOfRootAreUsersOfTheirOwn) {
  // "Bots never run as root at any level, `none` included"
  const std::string user = run("exec id -u >&2", Stdio::pipe);
  if (::geteuid() == 0) {
    EXPECT_GE(std::stoul(user), UserSlots::kFirst);
    EXPECT_LE(std::stoul(user), UserSlots::kLast);
  } else {
    EXPECT_EQ(user, std::to_string(::geteuid()) + "\n");
  }
  EXPECT_EQ(run("echo x > \"$HOME/x\" && exec cat \"$HOME/x\" >&2", Stdio::pipe), "x\n") << "it has a home";
}

TEST_P(ConfinedLaunch, FolderThatOnlyItsOwnerMayEnterHasItsFiles) {
  test_support::write_file(folder_ / "data.txt", "found\n");
  std::filesystem::permissions(folder_.path(), std::filesystem::perms(0700));
  EXPECT_EQ(run("cd \"$0\"; exec cat data.txt >&2", Stdio::pipe), "found\n");
}

TEST_P(ConfinedLaunch, WhatABotWritesInItsFolderIsThrownAwayAndNoted) {
  if (sandbox_->level() == SandboxLevel::none) {
    GTEST_SKIP() << "nothing is thrown away";
  }
  EXPECT_EQ(run("echo note > debug.log; exec cat debug.log >&2", Stdio::pipe), "note\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "debug.log"));
  EXPECT_THAT(sandbox_->notes().text(),
              HasSubstr("a bot has written debug.log in its folder, which is a copy"));
  EXPECT_THAT(sandbox_->notes().text(), testing::Not(HasSubstr("--sandbox none")));
  const std::string advice = sandbox_->notes().text_for_author();
  EXPECT_EQ(advice.find("--sandbox none") != std::string::npos, ::geteuid() != 0)
      << "bots of root would have to play as root";
  EXPECT_EQ(advice.find("--as-root"), std::string::npos);
}

TEST_P(ConfinedLaunch, RefusalThatABotSpeaksOfIsNoted) {
  run("echo \"x: Permission denied\" >&2", Stdio::pipe);
  const std::string noted = sandbox_->notes().text();
  if (sandbox_->level() == SandboxLevel::none) {
    EXPECT_EQ(noted, "");
  } else {
    EXPECT_THAT(noted, HasSubstr("x: Permission denied"));
  }
}

TEST(Launch, AsRootIsARequestThatIsMet) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "only root can";
  }
  test_support::World world;
  Launcher launcher(world.tasks(), Sandbox::open(SandboxLevel::none, RunAs::root));
  Launcher::Started started;
  const auto start = [](Launcher& by, Launcher::Started& to) -> Task<> {
    BotCommand command{{"/bin/sh", "-c", "id -u >&2"}};
    to = co_await by.start(std::move(command));
  };
  world.run(start(launcher, started));
  world.until([&] { return started.process->ended(); });
  EXPECT_EQ(started.process->stderr_text(), "0\n");
  launcher.close();
  world.run_dry();
}

TEST_P(ConfinedLaunch, ProgramOfItsOwnThatCannotRunIsToldApart) {
  constexpr auto kMayRun = std::filesystem::perms(0755);
  EXPECT_EQ(failure_of({program("#!/no/such/interpreter\n", kMayRun)}), ENOENT);
  EXPECT_EQ(failure_of({program("#!/bin/sh\n", std::filesystem::perms(0644))}), EACCES);
  EXPECT_EQ(failure_of({(folder_ / "no-such-program").string()}), ENOENT);
  EXPECT_EQ(failure_of({program("#!/bin/sh\nexit 127\n", kMayRun)}), 0) << "it has run";
  EXPECT_EQ(failure_of({"sh", "-c", "echo bwrap: execvp /bin/sh: Permission denied >&2; exit 1"}), 0)
      << "what a bot writes is not believed";
}

TEST_P(ConfinedLaunch, FileThatItNeedsIsMissed) {
  const std::string script = program("exit 0\n", std::filesystem::perms(0644));
  BotCommand command{{"sh", script}};
  command.files = files_of(command);
  EXPECT_FALSE(missing_file(command));
  std::filesystem::remove(script);
  EXPECT_EQ(missing_file(command), script);
  Launcher launcher(world_.tasks(), sandbox_);
  LaunchedBot bot;
  EXPECT_THROW(world_.run(launch_into(launcher, bot, command)), ProgramError);
  launcher.close();
  world_.run_dry();
}

TEST_P(ConfinedLaunch, AllThatItStartsIsBoundedTogether) {
  Launcher launcher(world_.tasks(), sandbox_);
  Confinement confinement;
  confinement.memory_mib = 200;
  LaunchedBot bot;
  const std::string six =
      "for i in 1 2 3 4 5 6; do (head -c 52428800 /dev/zero; exec sleep 1000) | tail & done; wait";
  world_.run(launch_into(launcher, bot, BotCommand{{"sh", "-c", six}, confinement}));
  world_.until([&] { return bot.process->ended(); });
  const char* const why = GetParam() == SandboxLevel::basic
                              ? "fork"  // it can start none
                              : "killed: its processes took more than 200 MiB together\n";
  EXPECT_THAT(bot.process->stderr_text(), HasSubstr(why));
  launcher.close();
  world_.run_dry();
}

TEST_P(ConfinedLaunch, MemoryThatItsProcessesHaveInCommonIsReadByARefereeThatHidesItsOwn) {
  hide_memory();  // as the program does at its start
  const char* const five =
      "import os, sys, time\n"
      "block = b'x' * (48 << 20)\n"
      "for i in range(4):\n"
      "    os.fork() or time.sleep(1000)\n"
      "print('ready', file=sys.stderr, flush=True)\n"
      "time.sleep(1000)\n";
  Launcher launcher(world_.tasks(), sandbox_);
  Confinement confinement;
  confinement.forks = true;
  LaunchedBot bot;
  world_.run(launch_into(launcher, bot, BotCommand{{"/usr/bin/python3", "-c", five}, confinement}));
  world_.until([&] { return bot.process->ended() || bot.process->stderr_text().ends_with('\n'); });
  ASSERT_EQ(bot.process->stderr_text(), "ready\n");
  const std::vector<pid_t> processes = bot.process->processes();
  const std::int64_t sum = JointUse::look(processes, {.memory_mib = 1'000'000}).memory;
  EXPECT_GT(sum, 5 * 48 * kMib);
  EXPECT_LT(JointUse::look(processes, {.memory_mib = 1}).memory, sum / 2) << "each has a fifth of the block";
  world_.run(launcher.stop(bot));
  launcher.close();
  world_.run_dry();
}

}  // namespace
}  // namespace referee
