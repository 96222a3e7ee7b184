#include "referee/process/cpu_meter.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <system_error>

#include "tests/referee/process/bot_process.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using namespace std::chrono_literals;

TEST(ProcessClock, AProcessThatBurnsTimeIsChargedAndOneThatSleepsIsNot) {
  ProcessRoom room;
  const auto burner = room.shell("while :; do :; done");
  const auto sleeper = room.start({{"sleep", "1000"}});
  ProcessClock burning(burner.process->pid());
  ProcessClock sleeping(sleeper.process->pid());
  Microseconds latest = burning.used();
  while (latest < 300ms) {
    const Microseconds now = burning.used();
    ASSERT_GE(now, latest) << "never decreases";
    latest = now;
  }
  EXPECT_LT(sleeping.used(), 100ms) << "what starting a process takes";
  burner.process->signal(SIGKILL);
  sleeper.process->signal(SIGKILL);
}

TEST(ProcessClock, AProcessThatIsGoneKeepsItsLatestFigure) {
  ProcessRoom room;
  const auto burner = room.shell("while :; do :; done");
  ProcessClock meter(burner.process->pid());
  while (meter.used() < 50ms) {
  }
  const Microseconds before = meter.used();
  burner.process->signal(SIGKILL);
  room.until_ended(burner);
  const Microseconds after = meter.used();
  EXPECT_GE(after, before);
  EXPECT_EQ(meter.used(), after);
}

TEST(ProcessClock, ChildrenThatHaveBeenWaitedForCount) {
  // "`clock_getcpuclockid` plus waited-for children"
  ProcessRoom room;
  // The kernel ends the child when it has used a second of processor time.
  const auto bot = room.shell("(ulimit -t 1; while :; do :; done); echo waited; read line");
  ProcessClock meter(bot.process->pid());
  EXPECT_EQ(bot.io->next_line(), "waited");
  EXPECT_GE(meter.used(), 500ms) << "the kernel's limit counts ticks, which a busy machine rounds up";
  bot.io->close();
  room.until_ended(bot);
}

TEST(ProcessClock, OneThatCannotHaveChildrenIsReadAlone) {
  ProcessRoom room;
  const auto burner = room.shell("while :; do :; done");
  ProcessClock meter(burner.process->pid(), ProcessClock::Children::none);
  while (meter.used() < 50ms) {
  }
  EXPECT_STREQ(meter.source(), "process_clock");
  burner.process->signal(SIGKILL);
}

TEST(ProcessClock, AProcessThatIsNoneIsRefused) {
  ProcessRoom room;
  const auto bot = room.shell("exit 0");
  room.until_ended(bot);
  EXPECT_THROW(ProcessClock meter(bot.process->pid()), std::system_error);
}

using namespace std::chrono_literals;
using test_support::write_file;

TEST(GroupClock, ReadsTheUsageOfACgroup) {
  const test_support::TempFolder folder;
  const auto file = folder / "cpu.stat";
  write_file(file, "usage_usec 1234\nuser_usec 1000\nsystem_usec 234\n");
  GroupClock clock(FileDescriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC)));
  EXPECT_EQ(clock.used(), 1234us);
  write_file(file, "usage_usec 5678\nuser_usec 5000\nsystem_usec 678\n");
  EXPECT_EQ(clock.used(), 5678us);
  EXPECT_STREQ(clock.source(), "cgroup");
}

TEST(GroupClock, NeverDecreasesAndKeepsWhatItKnewOfACgroupThatIsGone) {
  const test_support::TempFolder folder;
  const auto file = folder / "cpu.stat";
  write_file(file, "usage_usec 5000\n");
  GroupClock clock(FileDescriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC)));
  EXPECT_EQ(clock.used(), 5000us);
  write_file(file, "usage_usec 4000\n");
  EXPECT_EQ(clock.used(), 5000us);
  write_file(file, "");
  EXPECT_EQ(clock.used(), 5000us);
}

}  // namespace

}  // namespace referee
