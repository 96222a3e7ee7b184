#include "referee/loop/timer.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "tests/support/simulated_clock.h"

namespace referee {
namespace {

/// Two timers that are both due when the loop runs.
class TimerTest : public testing::Test {
 protected:
  template <class Ring>
  void when_both_have_come(Ring first) {
    const auto past = loop_.clock().now() - std::chrono::seconds(1);
    first_.set(past, first);
    second_->set(past + std::chrono::nanoseconds(1), [this] { rung_ += "second "; });
    loop_.run();
  }

  test_support::SimulatedLoop loop_;
  Timer first_{loop_.io()};
  std::optional<Timer> second_{std::in_place, loop_.io()};
  std::string rung_;
};

TEST_F(TimerTest, LosesItsCallWithItsLoop) {
  // The call may hold what owns the timer, which would otherwise never go.
  auto held = std::make_shared<int>();
  const std::weak_ptr<int> seen = held;
  first_.set_after(std::chrono::hours(1), [held = std::move(held)] {});
  loop_.abandon();
  EXPECT_TRUE(seen.expired());
}

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
  when_both_have_come([this] { second_->set(loop_.clock().now(), [this] { rung_ += "anew "; }); });
  EXPECT_EQ(rung_, "anew ");
}

TEST_F(TimerTest, MayBeSetAnewAsItRings) {
  when_both_have_come([this] { first_.set(loop_.clock().now(), [this] { rung_ += "again "; }); });
  EXPECT_EQ(rung_, "second again ");
}

TEST_F(TimerTest, OneThatIsCancelledHoldsNobodyUp) {
  first_.set(loop_.clock().now() + std::chrono::hours(1), [] { FAIL(); });
  first_.cancel();
  loop_.run();
}

TEST_F(TimerTest, ABeatGoesOnUntilItIsEnded) {
  int beats = 0;
  PeriodicTimer beat(loop_.io(), [&] { ++beats; });
  beat.begin(std::chrono::milliseconds(1));
  EXPECT_EQ(beats, 1) << "it begins at once";
  first_.set_after(std::chrono::microseconds(3500), [&] { beat.end(); });
  loop_.run();
  EXPECT_EQ(beats, 4);
}

TEST_F(TimerTest, ABeatMayEndItself) {
  int beats = 0;
  PeriodicTimer beat(loop_.io(), [&] {
    if (++beats == 2) {
      beat.end();
    }
  });
  beat.begin(std::chrono::nanoseconds(1));
  loop_.run();
  EXPECT_EQ(beats, 2);
}

TEST_F(TimerTest, ABeatThatIsDueIsEndedToo) {
  int beats = 0;
  PeriodicTimer beat(loop_.io(), [&] { ++beats; });
  first_.set_after(std::chrono::nanoseconds(1), [&] { beat.end(); });
  beat.begin(std::chrono::nanoseconds(1));  // and so comes second
  loop_.run();
  EXPECT_EQ(beats, 1);
}

}  // namespace
}  // namespace referee
