#include "referee/loop/timer.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/support/patience.h"
#include "tests/support/world.h"

namespace referee {
namespace {

using test_support::kLong;
using test_support::World;
using Clock = std::chrono::steady_clock;

/// Two timers that are both due when the loop runs, so that the handler of the second is queued while that of
/// the first runs.
class TimerTest : public testing::Test {
 protected:
  template <class Ring>
  void when_both_have_come(Ring first) {
    const auto past = Clock::now() - std::chrono::seconds(1);
    first_.set(past, first);
    second_->set(past + std::chrono::nanoseconds(1), [this] { rung_ += "second "; });
    world_.run_dry();
  }

  World world_;
  Timer first_{world_.io()};
  std::optional<Timer> second_{std::in_place, world_.io()};
  std::string rung_;
};

TEST_F(TimerTest, RingsOnce) {
  when_both_have_come([this] { rung_ += "first "; });
  EXPECT_EQ(rung_, "first second ");
}

TEST_F(TimerTest, WhatIsCancelledDoesNotRingThoughItsTimeHasCome) {
  when_both_have_come([this] { second_->cancel(); });
  EXPECT_EQ(rung_, "");
}

TEST_F(TimerTest, WhatIsDestroyedDoesNotRing) {
  when_both_have_come([this] { second_.reset(); });
  EXPECT_EQ(rung_, "");
}

TEST_F(TimerTest, WhatIsSetAnewRingsForItsLatestSettingOnly) {
  when_both_have_come([this] { second_->set(Clock::now(), [this] { rung_ += "anew "; }); });
  EXPECT_EQ(rung_, "anew ");
}

TEST_F(TimerTest, MayBeSetAnewAsItRings) {
  when_both_have_come([this] { first_.set(Clock::now(), [this] { rung_ += "again "; }); });
  EXPECT_EQ(rung_, "second again ");
}

TEST_F(TimerTest, OneThatIsCancelledHoldsNobodyUp) {
  first_.set(Clock::now() + kLong, [] {});
  first_.cancel();
  world_.run_dry();
}

TEST_F(TimerTest, ABeatGoesOnUntilItIsEnded) {
  int beats = 0;
  PeriodicTimer beat(world_.io(), [&] { ++beats; });
  beat.begin(std::chrono::milliseconds(1));
  EXPECT_EQ(beats, 1) << "it begins at once";
  world_.until([&] { return beats == 4; });
  beat.end();
  world_.run_dry();
  EXPECT_EQ(beats, 4);
}

TEST_F(TimerTest, ABeatMayEndItself) {
  int beats = 0;
  PeriodicTimer beat(world_.io(), [&] {
    if (++beats == 2) {
      beat.end();
    }
  });
  beat.begin(std::chrono::nanoseconds(1));
  world_.run_dry();
  EXPECT_EQ(beats, 2);
}

// If end() failed to stop a periodic timer that is due already, timer and loop would run for ever.
TEST_F(TimerTest, ABeatThatIsDueIsEndedToo) {
  int beats = 0;
  PeriodicTimer beat(world_.io(), [&] { ++beats; });
  beat.begin(std::chrono::nanoseconds(1));
  const auto due = Clock::now() + std::chrono::milliseconds(1);
  first_.set(Clock::now() - std::chrono::seconds(1), [&] { beat.end(); });
  while (Clock::now() < due) {  // both timers are due when the loop handles them
  }
  world_.run_dry();
  EXPECT_EQ(beats, 1);
}

}  // namespace

}  // namespace referee
