#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>

#include "referee/process/counted_clock.h"
#include "tests/referee/process/metered_bot.h"
#include "tests/support/machine_at_most.h"

// What bots behind bubblewrap are charged where no cgroup measures them, with real processes that try not to
// be counted.

namespace referee {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr int kBurnt = 200;  // ms

class BotWithoutCgroup : public MeteredBot {
 protected:
  void open(const char* at_most, SandboxLevel level = SandboxLevel::bwrap) {
    cpu_by_.emplace(at_most);
    MeteredBot::open(LOST_CHILDREN_PROGRAM, level);
  }

  struct Charge {
    Microseconds charged{0};
    Microseconds elapsed{0};
  };
  /// From the moment that the bot is told to begin until it writes "done".
  Charge turn() {
    const auto began = std::chrono::steady_clock::now();
    const Microseconds charged = charge_of_turn();
    return {charged, std::chrono::duration_cast<Microseconds>(std::chrono::steady_clock::now() - began)};
  }
  Charge charge_of(const std::string& how, int ms = kBurnt) {
    start({bot(), how, std::to_string(ms)});
    EXPECT_EQ(io_->next_line(), "ready");
    const Charge charge = turn();
    RecordProperty("charged_us", std::to_string(charge.charged.count()));
    return charge;
  }

  const test_support::SandboxAtMost at_most_{"bwrap"};
  std::optional<test_support::CpuByAtMost> cpu_by_;
  std::optional<test_support::SandboxAtMost> basic_;
};

/// All ways are charged what they used.
class CountedBot : public BotWithoutCgroup, public testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override { open("process_clocks"); }
};

INSTANTIATE_TEST_SUITE_P(
    Ways, CountedBot,
    testing::Values("ignored", "not_to_wait_for", "orphan", "orphan_of_a_subreaper", "daemon_that_ends",
                    "kept_from_the_beginning", "killed", "killed_in_parallel", "killed_and_waited_for",
                    "ended_without_exit_group", "ended_by_another_thread", "without_an_exit_signal",
                    "without_an_exit_signal_and_kept", "sibling", "by_vfork_and_exec", "by_posix_spawn",
                    "less_than_ticks", "orphans_of_a_killed_parent", "killed_sibling", "known_and_lost",
                    "answered_by_the_child", "stopped_and_killed", "hidden_among_dying_siblings",
                    "ended_by_two_threads", "in_shared_memory", "after_refused_forks",
                    "ended_while_the_supervisor_is_busy"),
    [](const auto& way) { return std::string(way.param); });

TEST_P(CountedBot, IsChargedWhatItsChildrenUsed) {
  const Charge charge = charge_of(GetParam());
  EXPECT_GE(charge.charged, Milliseconds(kBurnt)) << charge.charged.count() << " us";
  EXPECT_STREQ(process_->cpu_meter()->source(), "process_clocks");
  EXPECT_EQ(sandbox_->text().find("wall time"), std::string::npos) << sandbox_->text();
}

class CountedHonestBot : public BotWithoutCgroup {
 protected:
  void SetUp() override { open("process_clocks"); }

  void expect_no_wall_time(const Charge& charge) {
    EXPECT_GE(charge.elapsed, 200ms) << "it sleeps";
    EXPECT_LT(charge.charged, 150ms) << charge.charged.count() << " us";
  }
};

TEST_F(CountedHonestBot, WhoHandlesSigchldIsNotChargedWhileItsChildSleeps) {
  expect_no_wall_time(charge_of("handled", 5));
}

TEST_F(CountedHonestBot, WhoseChildIsKilledAndWaitedForIsNotChargedWhileItSleeps) {
  expect_no_wall_time(charge_of("killed_and_waited_for", 5));
}

TEST_F(CountedHonestBot, WhoHasKilledAChildIsChargedAtMostTwentyMillisecondsMore) {
  constexpr Milliseconds kUsed{5};
  constexpr Milliseconds kOfTicks{20};
  constexpr Milliseconds kForStarting{15};  // a process, on a slow machine
  const Charge charge = charge_of("killed_and_waited_for", kUsed.count());
  EXPECT_LT(charge.charged, kUsed + kOfTicks + kForStarting) << charge.charged.count() << " us";
}

TEST_F(CountedHonestBot, WrapperThatStartsItsProgramOnceIsNotChargedWhileThatSleeps) {
  start({"sh", "-c", "date > /dev/null; ./bot handled 5; exit $?"});
  ASSERT_EQ(io_->next_line(), "ready");
  expect_no_wall_time(turn());
}

TEST_F(CountedHonestBot, WhoForksAsFastAsItCanIsChargedAndDisturbsNobody) {
  const Charge charge = charge_of("storm", 500);
  EXPECT_GT(charge.charged, 0us);
  EXPECT_FALSE(process_->ended()) << process_->status_text();
}

TEST_F(CountedHonestBot, SupervisorEndsWithAllThatIsLeft) {
  (void)charge_of("daemon_that_ends", 1);
  world_.run(process_->stop(Milliseconds(0)));
  EXPECT_EQ(io_->read_to_end(), "");
}

class CountedBotThatWorksOn : public BotWithoutCgroup {
 protected:
  void SetUp() override {
    cpu_by_.emplace("process_clocks");
    MeteredBot::open(BURN_PROGRAM, SandboxLevel::bwrap);
  }
};

TEST_F(CountedBotThatWorksOn, EveryTurnIsChargedItsWork) {
  start({bot(), "on", "1"});
  ASSERT_EQ(io_->next_line(), "ready");
  for (int turn = 0; turn < 30; ++turn) {
    const Microseconds charge = charge_of_turn();
    EXPECT_GE(charge, 950us) << "turn " << turn << ": " << charge.count() << " us";
  }
}

/// An adapter of a handout, which may start programs.
class CountedAdapter : public BotWithoutCgroup {
 protected:
  void SetUp() override {
    basic_.emplace("basic");
    open("process_clocks", SandboxLevel::basic);
  }
};

TEST_F(CountedAdapter, WhoMayStartProgramsAtBasicIsCountedToo) {
  confinement_.forks = true;
  EXPECT_GE(charge_of("ignored").charged, Milliseconds(kBurnt));
  EXPECT_STREQ(process_->cpu_meter()->source(), "process_clocks");
}

/// A bot on a kernel that does not tell of processes that end.
class UncountedBot : public BotWithoutCgroup {
 protected:
  void SetUp() override { open("process_clocks_or_wall"); }
};

TEST_F(UncountedBot, IsChargedTheWallTimeAndTheStartSaysSo) {
  EXPECT_THAT(sandbox_->text(), HasSubstr("bots are charged wall time at least"));
  const Charge charge = charge_of("ignored");
  EXPECT_GE(charge.charged, Milliseconds(kBurnt));
  EXPECT_STREQ(process_->cpu_meter()->source(), "process_clocks_or_wall");
}

TEST_F(UncountedBot, IsChargedForSleepToo) {
  const Charge charge = charge_of("handled", 1);
  EXPECT_GE(charge.charged, 200ms) << "it sleeps";
}

}  // namespace
}  // namespace referee
