#include "referee/process/process.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "tests/referee/process/bot_process.h"
#include "tests/support/complaint.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using namespace std::chrono_literals;

class ProcessTest : public testing::Test {
 protected:
  std::string status_of(const std::string& script) {
    const auto bot = room_.shell(script);
    room_.until_ended(bot);
    return bot.process->status_text();
  }
  std::string stderr_of(const std::string& script) {
    const auto bot = room_.shell(script);
    room_.until_ended(bot);
    return bot.process->stderr_text();
  }

  /// Runs until the bot has ended, and expects these words of it, cut at its marks.
  void expect_words(const ProcessRoom::Bot& bot, const std::vector<MarkedText::Part>& words) {
    room_.until_ended(bot);
    EXPECT_EQ(bot.process->marked_stderr().parts(), words);
  }

  ProcessRoom room_;
};

TEST_F(ProcessTest, ItsEndIsPutIntoWords) {
  EXPECT_EQ(status_of("exit 0"), "exit status 0");
  EXPECT_EQ(status_of("exit 3"), "exit status 3");
  EXPECT_EQ(status_of("kill -KILL $$"), "signal 9 (Killed)");
  EXPECT_EQ(status_of("kill -SEGV $$"), "signal 11 (Segmentation fault)");
}

TEST_F(ProcessTest, IsRunningUntilItHasEnded) {
  const auto bot = room_.shell("read line");
  EXPECT_EQ(bot.process->status_text(), "running");
  EXPECT_FALSE(bot.process->succeeded());
  EXPECT_FALSE(bot.process->ended());
  EXPECT_GT(bot.process->pid(), 0);
  bot.io->send("go");
  room_.until_ended(bot);
  EXPECT_EQ(bot.process->status_text(), "exit status 0");
  EXPECT_TRUE(bot.process->succeeded());
}

TEST_F(ProcessTest, ItsStandardInputAndOutputAreTheSocket) {
  // "stdin/stdout on a loopback TCP pair"
  const auto bot = room_.shell("read word; echo \"got $word\"");
  bot.io->send("hello");
  EXPECT_EQ(bot.io->next_line(), "got hello");
  EXPECT_EQ(bot.io->read_to_end(), "");
}

TEST_F(ProcessTest, WhatItWritesToStderrIsCompleteWhenItHasEnded) {
  EXPECT_EQ(stderr_of("echo one >&2; echo two >&2; exit 1"), "one\ntwo\n");
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(stderr_of("echo last words >&2; kill -KILL $$"), "last words\n");
  }
}

TEST_F(ProcessTest, OfMuchStderrTheNewestIsKept) {
  // "stderr is kept, bounded"
  const std::string text = stderr_of("head -c 1000000 /dev/zero | tr '\\0' x >&2; echo end >&2");
  EXPECT_GE(text.size(), Process::kKeptStderr);
  EXPECT_LE(text.size(), 2 * Process::kKeptStderr);
  EXPECT_TRUE(text.ends_with("xxx\nend\n") || text.ends_with("xend\n")) << text.substr(text.size() - 20);
}

TEST_F(ProcessTest, WhatWasThereByAMomentIsKnownAlsoBeforeItIsRead) {
  const auto bot = room_.shell("echo one >&2; echo ready; read line; echo two >&2");
  EXPECT_EQ(bot.io->next_line(), "ready");
  bot.process->mark_stderr(7, false);
  bot.io->send("go");
  expect_words(bot, {{7, "one\n"}, {std::nullopt, "two\n"}});
}

TEST_F(ProcessTest, WhatWasThereByAMomentIsKnownAlsoIfMoreThanAChunkOfItIsUnread) {
  const auto bot = room_.shell("head -c 60000 /dev/zero >&2; echo full; read line; echo end >&2");
  EXPECT_EQ(bot.io->next_line(), "full");
  bot.process->mark_stderr(3, false);
  bot.io->send("go");
  const std::string zeros(60000, '\0');
  expect_words(bot, {{3, zeros}, {std::nullopt, "end\n"}});
}

TEST_F(ProcessTest, WhoSaysThatAllIsReadIsBelieved) {
  const test_support::TempFolder folder;
  const std::filesystem::path written = folder.path() / "written";
  const auto bot =
      room_.shell("echo one >&2; echo ready; read line; echo two >&2; touch " + written.string());
  EXPECT_EQ(bot.io->next_line(), "ready");
  room_.world().until([&] { return bot.process->stderr_text() == "one\n"; });
  bot.io->send("go");
  while (!std::filesystem::exists(written)) {  // without the loop, which would read
    std::this_thread::yield();
  }
  bot.process->mark_stderr(1, true);
  expect_words(bot, {{1, "one\n"}, {std::nullopt, "two\n"}});
}

TEST_F(ProcessTest, AChildThatHasLeftItsProcessGroupEndsWithTheBot) {
  const auto bot = room_.shell("setsid sh -c 'echo $$; exec sleep 1000' & read line; echo bye >&2");
  const pid_t child = std::stoi(bot.io->next_line());
  bot.io->send("end");
  room_.until_ended(bot);
  EXPECT_EQ(bot.process->stderr_text(), "bye\n");
  bot.io->close();
  room_.reaper().stop();
  room_.world().run_dry();
  EXPECT_EQ(room_.world().tasks().running(), 0U);
  EXPECT_EQ(::kill(child, SIGKILL), -1);
  EXPECT_EQ(errno, ESRCH);
}

TEST_F(ProcessTest, VariablesOfTheRefereesOwnAreNotPassedOn) {
  ::setenv("REFEREE_ADDR", "127.0.0.1:1", 1);
  ::setenv("REFEREE_TOKEN", "secret", 1);
  ::setenv("OTHER_REFEREE_", "stays", 1);
  ::setenv("NOTIFY_SOCKET", "/run/systemd/notify", 1);
  ::setenv("WATCHDOG_USEC", "1000000", 1);
  const std::string environment = room_.output_of("echo; env");
  EXPECT_EQ(environment.find("\nREFEREE_"), std::string::npos) << environment;
  EXPECT_EQ(environment.find("\nNOTIFY_SOCKET="), std::string::npos) << environment;
  EXPECT_EQ(environment.find("\nWATCHDOG_USEC="), std::string::npos) << environment;
  EXPECT_NE(environment.find("\nOTHER_REFEREE_=stays\n"), std::string::npos);
  EXPECT_NE(environment.find("\nPATH="), std::string::npos);
  for (const char* name :
       {"REFEREE_ADDR", "REFEREE_TOKEN", "OTHER_REFEREE_", "NOTIFY_SOCKET", "WATCHDOG_USEC"}) {
    ::unsetenv(name);
  }
}

TEST_F(ProcessTest, LeadsAProcessGroupOfItsOwn) {
  // "own process group"
  const auto bot =
      room_.shell("read pid name state parent group rest < /proc/self/stat; echo $pid $group; read x");
  const std::string pid = std::to_string(bot.process->pid());
  EXPECT_EQ(bot.io->next_line(), std::string(pid).append(" ").append(pid));
}

TEST_F(ProcessTest, SeesItsThreeDescriptorsOnly) {
  // "A bot that lists its descriptors sees 0, 1, 2."
  const FileDescriptor inherited(::open("/dev/null", O_RDONLY));  // as Asio's: not closed on exec
  const FileDescriptor high(::fcntl(inherited.get(), F_DUPFD, 200));
  ASSERT_GE(high.get(), 200);
  EXPECT_EQ(
      room_.output_of("i=0; while [ $i -lt 300 ]; do [ -e /proc/$$/fd/$i ] && echo $i; i=$((i+1)); done"),
      "0\n1\n2\n");
}

TEST_F(ProcessTest, AProgramThatIsNotThereIsNamed) {
  EXPECT_EQ(test_support::complaint<std::system_error>([&] {
              (void)room_.start({{"no-such-program", "argument"}});
            }),
            "cannot start 'no-such-program': No such file or directory");
}

TEST_F(ProcessTest, StopIsPoliteFirst) {
  const auto bot = room_.shell("trap 'echo term; exit 7' TERM; echo ready; while :; do sleep 0.01; done");
  EXPECT_EQ(bot.io->next_line(), "ready");
  room_.world().run(bot.process->stop(600s));
  EXPECT_TRUE(bot.process->ended_when_told());
  EXPECT_EQ(bot.process->status_text(), "exit status 7");
  EXPECT_FALSE(bot.process->succeeded());
}

TEST_F(ProcessTest, StopKillsWhoDoesNotListen) {
  const auto bot = room_.shell("trap '' TERM; echo ready; while :; do sleep 0.01; done");
  EXPECT_EQ(bot.io->next_line(), "ready");
  room_.world().run(bot.process->stop(1ms));
  EXPECT_FALSE(bot.process->ended_when_told());
  EXPECT_EQ(bot.process->status_text(), "signal 9 (Killed)");
}

TEST_F(ProcessTest, StopOfOneThatHasEndedReturnsAtOnce) {
  const auto bot = room_.shell("exit 0");
  room_.until_ended(bot);
  room_.world().run(bot.process->stop(600s));
  EXPECT_FALSE(bot.process->ended_when_told());
  bot.process->signal(SIGKILL);
  EXPECT_EQ(bot.process->status_text(), "exit status 0");
}

TEST_F(ProcessTest, EndedByTellsWhetherItCameInTime) {
  const auto bot = room_.shell("read line");
  std::optional<bool> ended;
  const auto ask = [](Process& process, TimePoint deadline, std::optional<bool>& answer) -> Task<> {
    const bool result = co_await process.ended_by(deadline);
    answer = result;
  };
  room_.world().run(ask(*bot.process, std::chrono::steady_clock::now(), ended));
  EXPECT_EQ(ended, false);
  bot.io->send("go");
  room_.world().run(ask(*bot.process, TimePoint::max(), ended));
  EXPECT_EQ(ended, true);
}

}  // namespace
}  // namespace referee
