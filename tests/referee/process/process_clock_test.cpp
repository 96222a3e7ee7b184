#include "referee/process/process_clock.h"

#include <gtest/gtest.h>

#include <system_error>

#include "tests/referee/process/bot_process.h"

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

}  // namespace
}  // namespace referee
