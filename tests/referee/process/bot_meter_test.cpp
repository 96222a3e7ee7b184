#include <fcntl.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "referee/match/launcher.h"
#include "tests/support/machine_at_most.h"
#include "tests/support/peer.h"
#include "tests/support/temp_folder.h"
#include "tests/support/world.h"

// What launched bots are charged, at every level of the sandbox, with real processes that use up processor
// time.

namespace referee {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using test_support::Peer;

std::string shown(Microseconds time) { return std::to_string(time.count()) + " us"; }

class BotMeter : public testing::TestWithParam<SandboxLevel> {
 protected:
  void SetUp() override {
    std::string why;
    if (ControlGroups::open(why) == nullptr) {
      GTEST_SKIP() << why;
    }
    fs::permissions(folder_.path(), fs::perms(0755));  // the bot may run as another user
    fs::copy(BURN_PROGRAM, folder_ / "bot");
    try {
      launcher_ = std::make_unique<Launcher>(world_.tasks(), Sandbox::open(GetParam()));
    } catch (const WeakSandbox& weak) {
      GTEST_SKIP() << weak.what();
    }
  }
  void TearDown() override {
    if (process_ != nullptr && !process_->ended()) {
      world_.run(process_->stop(Milliseconds(0)));
    }
  }

  void start(const std::string& who, int ms) {
    world_.run(start_into({(folder_ / "bot").string(), who, std::to_string(ms)}));
    ASSERT_STREQ(process_->cpu_meter()->source(), "cgroup");
    ASSERT_EQ(io_->next_line(), "ready");
  }
  Task<> start_into(std::vector<std::string> argv) {
    Confinement confinement;
    confinement.folder = folder_.path();
    confinement.forks = true;
    BotCommand command{std::move(argv), confinement};
    Launcher::Started started = co_await launcher_->start(std::move(command));
    process_ = std::move(started.process);
    io_ =
        std::make_unique<Peer>(world_, FileDescriptor(::fcntl(started.connection->in(), F_DUPFD_CLOEXEC, 0)));
  }
  Microseconds used() { return process_->cpu_meter()->used(); }
  /// The charge from the moment that the bot is told to begin until it writes "done".
  Microseconds charge_of(const std::string& who, int ms) {
    start(who, ms);
    const Microseconds before = used();
    io_->send("go");
    EXPECT_EQ(io_->next_line(), "done");
    return used() - before;
  }

  const test_support::SandboxAtMost at_most_{name_of(GetParam())};
  test_support::World world_;
  test_support::TempFolder folder_;
  std::unique_ptr<Launcher> launcher_;
  std::shared_ptr<Process> process_;
  std::unique_ptr<Peer> io_;
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

TEST_P(BotMeter, AllThreadsCount) {
  const Microseconds charge = charge_of("threads", 30);  // 4 threads, 30 ms each
  EXPECT_GE(charge, 120ms) << shown(charge);
}

TEST_P(BotMeter, ChildThatWasWaitedForCounts) {
  const Microseconds charge = charge_of("waited", 40);
  EXPECT_GE(charge, 40ms) << shown(charge);
}

TEST_P(BotMeter, ChildThatStaysCounts) {
  const Microseconds charge = charge_of("running", 40);
  EXPECT_GE(charge, 40ms) << shown(charge);
}

TEST_P(BotMeter, DetachedGrandchildCounts) {
  const Microseconds charge = charge_of("detached", 40);
  EXPECT_GE(charge, 40ms) << shown(charge);
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
