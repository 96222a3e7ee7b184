#include <gtest/gtest.h>
#include <linux/capability.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <tuple>

#include "referee/process/cpus.h"
#include "tests/referee/process/bot_process.h"
#include "tests/referee/process/metered_bot.h"
#include "tests/support/machine_at_most.h"
#include "tests/support/without_capability.h"

// What launched bots are charged, at every level of the sandbox, with real processes that use up processor
// time.

namespace referee {
namespace {

using namespace std::chrono_literals;

std::string shown(Microseconds time) { return std::to_string(time.count()) + " us"; }

class BotMeter : public MeteredBot, public testing::WithParamInterface<SandboxLevel> {
 protected:
  void SetUp() override {
    std::string why;
    if (ControlGroups::open(why) == nullptr) {
      GTEST_SKIP() << why;
    }
    confinement_.forks = true;
    open(BURN_PROGRAM, GetParam());
  }

  Microseconds charge_of(const std::string& who, int ms) {
    start({bot(), who, std::to_string(ms)});
    EXPECT_STREQ(process_->cpu_meter()->source(), "cgroup");
    EXPECT_EQ(io_->next_line(), "ready");
    return charge_of_turn();
  }

  /// Charges of turns of a bot that takes `work` for each, without a call of the system.
  void expect_turns_charged(Microseconds work) {
    constexpr int kTurns = 30;  // without accounting a third of them, and more, are charged nothing
    EXPECT_EQ(io_->next_line(), "ready");
    for (int turn = 0; turn < kTurns; ++turn) {
      const Microseconds charge = charge_of_turn();
      EXPECT_GE(charge, work * 95 / 100) << "turn " << turn << ": " << shown(charge);
    }
  }

  const test_support::SandboxAtMost at_most_{name_of(GetParam())};
};

INSTANTIATE_TEST_SUITE_P(Levels, BotMeter,
                         testing::Values(SandboxLevel::none, SandboxLevel::basic, SandboxLevel::bwrap,
                                         SandboxLevel::full),
                         [](const auto& level) { return std::string(name_of(level.param)); });

TEST_P(BotMeter, SleepIsFree) {
  const Microseconds charge = charge_of("self", 5);  // it also sleeps 200 ms
  EXPECT_GE(charge, 5ms) << shown(charge);
  EXPECT_LT(charge, 105ms) << shown(charge);
}

TEST_P(BotMeter, AllThreadsAndChildrenCount) {
  for (const auto& [who, ms, least] : {std::tuple("threads", 30, 120ms),  // 4 threads, 30 ms each
                                       {"waited", 40, 40ms},
                                       {"running", 40, 40ms},
                                       {"detached", 40, 40ms}}) {
    const Microseconds charge = charge_of(who, ms);
    EXPECT_GE(charge, least) << who << ": " << shown(charge);
    TearDown();
  }
}

TEST_P(BotMeter, EveryTurnIsChargedItsWorkAlsoWhereTheBotWorksOnAfterItsAnswer) {
  start({bot(), "on", "1"});
  expect_turns_charged(1ms);
}

TEST_P(BotMeter, EveryTurnIsChargedItsWorkAlsoWhereThreadsWorkBeside) {
  start({bot(), "on_beside", "1"});
  expect_turns_charged(1ms);
}

TEST_P(BotMeter, SharingTheReadersCpuHidesNoWork) {
  start({bot(), "on", "1"});
  const PinnedThread here(present_cpu());
  process_->run_on({here.cpu()});
  process_->cpu_meter()->share_cpu(process_->pid());
  expect_turns_charged(1ms);
}

/// What follows is true of bots that are users of their own, without a namespace of users.
TEST(BotMeterOfAContainer, SourceSaysThatTicksCountWhereTheKernelRefusesToAccountForOtherUsers) {
  if (::geteuid() != 0) {
    GTEST_SKIP() << "needs root: bots are other users";
  }
  ProcessRoom room;
  const auto bot =
      room.start({{"setpriv", "--reuid=20000", "--clear-groups", "sh", "-c", "echo ready; read line"}});
  ASSERT_EQ(bot.io->next_line(), "ready");
  const ProcessClock clock(bot.process->pid());
  EXPECT_STREQ(clock.source(), "process_clock");
  const test_support::WithoutCapability without(CAP_SYS_NICE);
  EXPECT_STREQ(clock.source(), "process_clock_at_ticks");
  bot.process->signal(SIGKILL);
}

TEST_P(BotMeter, WhoeverStillRunsIsChargedAllTheWhile) {
  const Microseconds begun = charge_of("forever", 0);
  Microseconds latest = used();
  while (latest < begun + 200ms) {  // the time limit of the test ends it if the charge stands still
    const Microseconds now = used();
    ASSERT_GE(now, latest) << "never decreases";
    latest = now;
  }
}

TEST_P(BotMeter, WhatABotLeavesBehindIsEndedWithIt) {
  // The child holds the connection open for as long as it lives.
  (void)charge_of("forever", 0);
  world_.run(process_->stop(Milliseconds(0)));
  EXPECT_EQ(io_->read_to_end(), "");
}

TEST_P(BotMeter, DetachedGrandchildIsEndedWithItsBot) {
  (void)charge_of("detached", 1);
  io_->send("leave");
  world_.until([&] { return process_->ended(); });
  EXPECT_EQ(process_->status_text(), "exit status 0");
  EXPECT_EQ(io_->read_to_end(), "") << "nobody holds the connection open";
}

}  // namespace
}  // namespace referee
