#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "tests/referee/process/metered_bot.h"
#include "tests/support/machine_at_most.h"

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
