#include "referee/process/counted_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "referee/process/inside/children.h"
#include "referee/process/waits.h"
#include "tests/referee/process/bot_process.h"

// The rule, with counts that the test writes as a supervisor does.

namespace referee {
namespace {

using namespace std::chrono_literals;

constexpr pid_t kGone = 4'194'305;           // more than a number of a process can be
constexpr Microseconds kMoreThanOne = 30ms;  // more than one process may cost, 20 ms, and less than two

class CountedClockTest : public testing::Test {
 protected:
  /// Once this has returned the bot waits for input, and uses no time that a test has not given it.
  CountedClockTest() {
    (void)bot_.io->next_line();
    while (waits_of({bot_.process->pid()}) != Waits::input) {
      std::this_thread::yield();
    }
  }

  void note_begun() { note_begun_by(bot_.process->pid()); }
  void note_begun_by(pid_t maker) {
    counts_->note_asked(maker);
    counts_->note_made();
  }
  /// The processor time charged for what `happens`, and the wall time that passed until it had.
  struct Charge {
    Microseconds charged{0};
    Microseconds elapsed{0};
  };
  template <class Happens>
  Charge charge_for(const Happens& happens) {
    const Microseconds before = clock_.used();
    const auto began = std::chrono::steady_clock::now();
    happens();
    const auto elapsed = std::chrono::steady_clock::now() - began;
    return {clock_.used() - before, std::chrono::duration_cast<Microseconds>(elapsed)};
  }
  void work() {
    for (const auto until = std::chrono::steady_clock::now() + 100ms;
         std::chrono::steady_clock::now() < until;) {
    }
  }

  ProcessRoom room_;
  std::shared_ptr<ProcessCounts> counts_ = std::make_shared<ProcessCounts>();
  ProcessRoom::Bot bot_ = room_.shell("echo ready; read line");
  CountedClock clock_{bot_.process->supervisor(), counts_};
};

TEST_F(CountedClockTest, ProcessThatEndedByItselfCountsAsItsSupervisorSaysWhoeverWaitedForIt) {
  counts_->note_set();
  const Charge charge = charge_for([&] {
    note_begun();
    counts_->note_ended(kGone, 3s);
    work();
  });
  EXPECT_GE(charge.charged, 3s);
  EXPECT_LT(charge.charged, 3s + charge.elapsed) << "no wall time";
}

TEST_F(CountedClockTest, ProcessThatEndsIsNotCountedTwice) {
  const Charge charge = charge_for([&] {
    counts_->note_ended(bot_.process->pid(), 3s);  // as if it had used that much
  });
  EXPECT_GE(charge.charged, 2s);
  counts_->note_ended(bot_.process->pid(), 4s);
  EXPECT_LT(charge_for([&] { counts_->note_ended(bot_.process->pid(), 5s); }).charged, 1500ms) << "corrected";
}

TEST_F(CountedClockTest, OneThatHasGoneUnseenCostsTheWallTimeIfSigchldWasSet) {
  counts_->note_set();
  const Charge charge = charge_for([&] {
    note_begun();
    work();
  });
  EXPECT_GE(charge.charged, charge.elapsed);
  const Charge later = charge_for([&] { work(); });
  EXPECT_LT(later.charged, later.elapsed) << "only the interval in which it may have gone";
}

TEST_F(CountedClockTest, OneThatHasGoneUnseenHasBeenWaitedForIfSigchldWasNeverSet) {
  const Charge charge = charge_for([&] {
    note_begun();
    work();
  });
  EXPECT_LT(charge.charged, charge.elapsed);
}

// "The kernel counts in ticks, so that 20 ms may be added once for each process that is alive": the bot
// sleeps, and has used nothing.

TEST_F(CountedClockTest, ChildThatWasKilledCostsAtMostWhatTicksLeaveOutOfItsParent) {
  EXPECT_LT(charge_for([&] { note_begun(); }).charged, kMoreThanOne);
  EXPECT_LT(charge_for([&] { note_begun(); }).charged, 1ms) << "once, however many are killed";
}

TEST_F(CountedClockTest, ProcessesOfTheSandboxHaveNotWaitedForAKilledChild) {
  CountedClock clock(bot_.process->supervisor(), counts_, {bot_.process->pid()});
  const Microseconds before = clock.used();
  note_begun();
  EXPECT_LT(clock.used() - before, 1ms);
}

TEST_F(CountedClockTest, OrphanOfAKilledMakerMayHaveBeenWaitedForByOthers) {
  const Charge charge = charge_for([&] { note_begun_by(kGone); });
  EXPECT_GT(charge.charged, kMoreThanOne) << "whoever has adopted it has waited for it";
  EXPECT_LT(charge.charged, 2 * kMoreThanOne) << "the bot, and the first process of all";
}

TEST_F(CountedClockTest, OrphanOfAMakerThatEndedByItselfMayHaveBeenWaitedForByOthers) {
  EXPECT_GT(charge_for([&] {
              note_begun_by(bot_.process->pid());
              note_begun_by(kGone);
              counts_->note_ended(kGone, 0s);
            }).charged,
            kMoreThanOne);
}

TEST_F(CountedClockTest, ProcessThatWasMadeForAnotherParentIsThatOnesToWaitFor) {
  EXPECT_GT(charge_for([&] { note_begun_by(0); }).charged, kMoreThanOne);
}

TEST_F(CountedClockTest, OneThatIsBeingMadeWhileItIsReadIsNotOverlookedWhenItHasGone) {
  counts_->note_set();
  counts_->note_asked(bot_.process->pid());
  (void)clock_.used();
  const Charge charge = charge_for([&] {
    counts_->note_made();
    work();
  });
  EXPECT_GE(charge.charged, charge.elapsed);
}

TEST_F(CountedClockTest, OneThatRunsIsMeasured) {
  counts_->note_set();
  counts_->begin();
  const auto other = room_.shell("(while :; do :; done) & wait");
  auto counts = std::make_shared<ProcessCounts>();
  CountedClock clock(other.process->supervisor(), counts);
  counts->note_set();
  counts->note_asked(other.process->pid());
  while (children_of(other.process->pid()).empty()) {
  }
  counts->note_made();
  const Microseconds before = clock.used();
  while (clock.used() < before + 100ms) {
  }
  other.process->signal(SIGKILL);
  room_.until_ended(other);
  const Microseconds last = clock.used();
  EXPECT_EQ(clock.used(), last) << "it has ended";
}

TEST_F(CountedClockTest, KnownTimeIsNeverGivenBack) {
  note_begun();
  counts_->note_ended(kGone, 3s);
  const Microseconds before = clock_.used();
  counts_->note_set();
  note_begun();
  (void)clock_.used();
  EXPECT_GE(clock_.used(), before);
  note_begun();
  counts_->note_ended(kGone + 1, 1s);
  EXPECT_GE(clock_.used(), before + 1s);
}

TEST(TreeOrWallClock, SleepCountsAsWell) {
  ProcessRoom room;
  const auto sleeper = room.start({{"sleep", "1000"}});
  TreeOrWallClock clock(sleeper.process->pid());
  const Microseconds before = clock.used();
  const auto began = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() < began + 50ms) {
  }
  EXPECT_GE(clock.used() - before, 50ms);
  sleeper.process->signal(SIGKILL);
}

TEST(ProcessCounts, ProcessThatIsGoneIsForgottenAndWhatItUsedIsNot) {
  ProcessCounts counts;
  counts.note_ended(::getpid(), 1s);
  counts.note_ended(kGone, 2s);
  EXPECT_EQ(counts.look().ending.size(), 2U);
  counts.forget_those_gone();
  EXPECT_EQ(counts.look().ending, (std::vector<ProcessCounts::Ending>{{::getpid(), 1s}}));
  EXPECT_EQ(counts.look().of_ended, 3s);
  EXPECT_EQ(counts.look().ended, 2U);
}

TEST(ProcessCounts, ProcessThatSaysTwiceThatItEndsHasEndedOnce) {
  ProcessCounts counts;
  counts.note_ended(::getpid(), 1s);
  counts.note_ended(::getpid(), 2s);
  EXPECT_EQ(counts.look().ended, 1U);
  EXPECT_EQ(counts.look().of_ended, 2s);
}

TEST(ProcessCounts, MakerThatHasGoneHasLeftOrphans) {
  ProcessCounts killed;
  killed.note_asked(::getpid());
  killed.forget_those_gone();
  EXPECT_FALSE(killed.look().orphans);
  killed.note_asked(kGone);
  killed.forget_those_gone();
  EXPECT_TRUE(killed.look().orphans);
  ProcessCounts ended;
  ended.note_ended(kGone, 1s);
  EXPECT_FALSE(ended.look().orphans) << "it had made none";
  ended.note_asked(::getpid());
  ended.note_ended(::getpid(), 1s);
  EXPECT_TRUE(ended.look().orphans);
}

TEST(ProcessCounts, MakersAreKeptOnceAndAsManyAsABotMayHave) {
  ProcessCounts counts;
  for (pid_t maker = 1; maker <= 256; ++maker) {
    counts.note_asked(maker);
    counts.note_asked(maker);
  }
  EXPECT_EQ(counts.look().makers.size(), 256U);
  EXPECT_FALSE(counts.look().orphans);
  counts.note_asked(257);
  EXPECT_TRUE(counts.look().orphans);
}

TEST(IsOver, ZombieIsAndARunningProcessIsNot) {
  ProcessRoom room;
  const auto parent = room.shell("sleep 1000 & exec sleep 1000");  // which waits for nobody
  while (children_of(parent.process->pid()).empty()) {
  }
  const pid_t child = children_of(parent.process->pid()).front();
  EXPECT_FALSE(is_over(child));
  ::kill(child, SIGKILL);
  while (!is_over(child)) {  // the time limit of the test ends it
  }
  EXPECT_EQ(::kill(child, 0), 0) << "nobody has waited for it";
  EXPECT_TRUE(is_over(kGone));
  parent.process->signal(SIGKILL);
}

TEST(ProcessCounts, OtherOneInTheSameFileSeesTheSame) {
  ProcessCounts counts;
  ProcessCounts other(FileDescriptor(::dup(counts.file())));
  other.note_asked(::getpid());
  other.begin();
  EXPECT_EQ(counts.look().asked, 1U);
  EXPECT_EQ(counts.look().makers, std::vector<pid_t>{::getpid()});
  EXPECT_TRUE(counts.counts());
}

}  // namespace
}  // namespace referee
