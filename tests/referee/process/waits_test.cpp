#include "referee/process/waits.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <thread>

#include "tests/referee/process/bot_process.h"

namespace referee {
namespace {

/// Whether the kernel tells this user what the calls of its processes are.
bool is_told(const ProcessRoom::Bot& bot) {
  std::ifstream file("/proc/" + std::to_string(bot.process->pid()) + "/syscall");
  return file.peek() != std::ifstream::traits_type::eof();
}

TEST(Waits, OfAProgramThatSleepsAndOfOneThatReadsItsInput) {
  ProcessRoom room;
  const auto sleeper = room.shell("exec sleep 1000");
  const auto reader = room.shell("exec cat");
  if (!is_told(sleeper)) {
    GTEST_SKIP() << "not told here";
  }
  const auto waits = [](const ProcessRoom::Bot& bot) { return waits_of(bot.process->processes()); };
  while (waits(sleeper) == Waits::unknown || waits(reader) == Waits::unknown) {
    room.world().poll();
    std::this_thread::yield();
  }
  EXPECT_EQ(waits(sleeper), Waits::sleeps);
  EXPECT_EQ(waits(reader), Waits::input);
  for (const auto& bot : {sleeper.process, reader.process}) {
    bot->signal(SIGKILL);
  }
  room.until_ended(sleeper);
  room.until_ended(reader);
  EXPECT_EQ(waits(reader), Waits::unknown);
}

}  // namespace
}  // namespace referee
