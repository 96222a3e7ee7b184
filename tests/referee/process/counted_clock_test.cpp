#include "referee/process/counted_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "referee/process/inside/children.h"
#include "tests/referee/process/bot_process.h"

// The rule, with counts that the test writes as a supervisor does.

namespace referee {
namespace {

using namespace std::chrono_literals;

constexpr pid_t kGone = 4'194'305;  // more than a number of a process can be

class CountedClockTest : public testing::Test {
 protected:
  CountedClockTest() { (void)bot_.io->next_line(); }

  void note_begun() {
    counts_->note_asked();
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

TEST_F(CountedClockTest, OneThatIsBeingMadeWhileItIsReadIsNotOverlookedWhenItHasGone) {
  counts_->note_set();
  counts_->note_asked();
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
  counts->note_asked();
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

TEST(ProcessCounts, OtherOneInTheSameFileSeesTheSame) {
  ProcessCounts counts;
  ProcessCounts other(FileDescriptor(::dup(counts.file())));
  other.note_asked();
  other.begin();
  EXPECT_EQ(counts.look().asked, 1U);
  EXPECT_TRUE(counts.counts());
}

}  // namespace
}  // namespace referee
