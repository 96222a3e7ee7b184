#include "referee/process/reaper.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <map>
#include <string>
#include <vector>

#include "tests/referee/process/bot_process.h"

namespace referee {
namespace {

TEST(Reaper, KillsWhatIsLeftOfTheGroup) {
  // "own process group and kill of all that is left"
  ProcessRoom room;
  const auto bot = room.shell("sleep 1000 & sh -c 'sleep 1000; :' & echo ready; read line");
  EXPECT_EQ(bot.io->next_line(), "ready");
  bot.io->send("end");
  room.until_ended(bot);
  EXPECT_EQ(bot.process->status_text(), "exit status 0");
  // The children hold the same descriptors: the connection ends when the last child is gone.
  EXPECT_EQ(bot.io->read_to_end(), "");
}

TEST(Reaper, LeavesNoZombie) {
  ProcessRoom room;
  const auto bot = room.shell("exit 0");
  room.until_ended(bot);
  EXPECT_EQ(::waitpid(bot.process->pid(), nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(Reaper, TellsEveryProcessItsOwnEnd) {
  ProcessRoom room;
  std::vector<ProcessRoom::Bot> bots;
  for (int i = 0; i < 30; ++i) {
    bots.push_back(room.shell("exit " + std::to_string(i)));
  }
  for (int i = 0; i < 30; ++i) {
    room.until_ended(bots[static_cast<std::size_t>(i)]);
    EXPECT_EQ(bots[static_cast<std::size_t>(i)].process->status_text(), "exit status " + std::to_string(i));
  }
}

TEST(Reaper, FindsAProcessThatHadEndedBeforeItWasWatched) {
  test_support::World world;
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::setpgid(0, 0);
    ::_exit(5);
  }
  siginfo_t info{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT), 0);
  Reaper reaper(world.tasks());
  int status = -1;
  reaper.watch(pid, [&](int wait_status) { status = wait_status; });
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 5);
  reaper.stop();
  world.run_dry();
}

TEST(Reaper, LeavesChildrenThatItDoesNotWatchAlone) {
  ProcessRoom room;
  const pid_t other = ::fork();
  if (other == 0) {
    ::_exit(9);
  }
  const auto bot = room.shell("exit 0");
  room.until_ended(bot);
  int status = 0;
  EXPECT_EQ(::waitpid(other, &status, 0), other);
  EXPECT_EQ(WEXITSTATUS(status), 9);
}

TEST(Reaper, StoppedItStillSeesTheEndOfAProcessThatSomebodyWaitsFor) {
  ProcessRoom room;
  const auto bot = room.shell("echo ready; read line");
  ASSERT_EQ(bot.io->next_line(), "ready");
  room.reaper().stop();
  room.world().poll();
  bot.process->signal(SIGKILL);
  room.world().run_dry();
  EXPECT_TRUE(bot.process->ended());
}

TEST(Reaper, StoppedItSeesTheEndOfAProcessThatIsStartedAfterwards) {
  ProcessRoom room;
  room.reaper().stop();
  room.world().poll();
  const auto bot = room.shell("exit 3");
  room.world().run_dry();
  EXPECT_EQ(bot.process->status_text(), "exit status 3");
}

TEST(Reaper, StoppedItLetsTheLoopRunDry) {
  test_support::World world;
  Reaper reaper(world.tasks());
  world.poll();
  EXPECT_EQ(world.tasks().running(), 1U);
  reaper.stop();
  world.run_dry();
  EXPECT_EQ(world.tasks().running(), 0U);
}

}  // namespace
}  // namespace referee
