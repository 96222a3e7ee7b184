#include "referee/clocks/stamp.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/random_cases.h"

namespace referee {
namespace {

using namespace std::chrono_literals;

constexpr Nanoseconds kOffset = 1'700'000'000s;  // how far realtime is ahead of monotonic

TimePoint at(Nanoseconds since_boot) { return TimePoint(since_boot); }

TEST(Stamp, IsTurnedIntoMonotonicTimeByTheOffset) {
  const auto converted = to_monotonic(kOffset + 5s, kOffset, kOffset);
  EXPECT_EQ(converted.at, at(5s));
  EXPECT_FALSE(converted.clock_step);
}

TEST(Stamp, DriftOfUpToAMillisecondIsNoStepAndTheReadsOffsetCounts) {
  for (const Nanoseconds drift : {-1'000'000ns, -3ns, 0ns, 999'999ns, 1'000'000ns}) {
    const auto converted = to_monotonic(kOffset + 5s, kOffset, kOffset + drift);
    EXPECT_EQ(converted.at, at(5s - drift));
    EXPECT_FALSE(converted.clock_step);
  }
}

TEST(Stamp, AStepEitherWayTakesTheConversionThatChargesLess) {
  // "if the offset moved by over 1 ms take the conversion that charges less and record `clock_step`"
  const auto forward = to_monotonic(kOffset + 5s, kOffset, kOffset + 2s);
  EXPECT_EQ(forward.at, at(3s));
  EXPECT_TRUE(forward.clock_step);
  const auto backward = to_monotonic(kOffset + 5s, kOffset, kOffset - 2s);
  EXPECT_EQ(backward.at, at(5s));
  EXPECT_TRUE(backward.clock_step);
  EXPECT_TRUE(to_monotonic(kOffset, kOffset, kOffset + 1'000'001ns).clock_step);
  EXPECT_TRUE(to_monotonic(kOffset, kOffset + 1'000'001ns, kOffset).clock_step);
}

/// An answer after `took`, stamped before or after a step of the realtime clock: the charge is at most `took`
/// and the 1 ms that counts as drift.
TEST(Stamp, AStepNeverChargesMoreThanTheAnswerTook) {
  std::mt19937 random(9);
  for (int round = 0; round < test_support::random_cases(1000); ++round) {
    const Nanoseconds took = Microseconds(random() % 2'000'000);
    const Nanoseconds step = Microseconds(static_cast<std::int64_t>(random() % 4'000'000) - 2'000'000);
    const Nanoseconds after_step = kOffset + step;
    const TimePoint sent = at(10s);
    const Nanoseconds arrival = 10s + took;
    const Nanoseconds stamp = arrival + (random() % 2 == 0 ? kOffset : after_step);
    const auto converted = to_monotonic(stamp, kOffset, after_step);
    ASSERT_EQ(converted.clock_step, std::chrono::abs(step) > 1ms);
    ASSERT_LE(wall_charge(sent, converted.at, 0us), whole_microseconds(took + 1ms)) << round;
  }
}

/// An answer in two parts at these times, of which the first one waited for `lag` to be read.
Arrival in_parts(Nanoseconds first, Nanoseconds lag, Nanoseconds second) {
  Arrival arrival;
  arrival.at = at(second);
  arrival.part_at = at(first);
  arrival.part_lag = lag;
  return arrival;
}

TEST(HeldBack, IsTheSmallerOfTheLastGapAndTheLagOfThePartBefore) {
  EXPECT_EQ(held_back(in_parts(5s, 3ms, 5s + 10ms), at(4s)), 3ms);
  EXPECT_EQ(held_back(in_parts(5s, 10ms, 5s + 3ms), at(4s)), 3ms);
}

TEST(HeldBack, IsNothingOfAPartFromBeforeTheTurnOrOfAWholeLine) {
  EXPECT_EQ(held_back(in_parts(5s, 3ms, 7s), at(5s + 1ns)), 0ns);
  Arrival whole;
  whole.at = at(7s);
  EXPECT_EQ(held_back(whole, at(5s)), 0ns);
}

TEST(HeldBack, IsAtMostAsLongAsAKernelWaitsWithItsAcknowledgement) {
  EXPECT_EQ(held_back(in_parts(5s, 3s, 9s), at(4s)), 200ms);
}

TEST(WallCharge, IsNeverNegative) {
  EXPECT_EQ(wall_charge(at(5s), at(5s + 812us), 0us), 812us);
  EXPECT_EQ(wall_charge(at(5s), at(4s), 0us), 0us);
  EXPECT_EQ(wall_charge(at(5s), at(5s + 3ms), 4ms), 0us);
  EXPECT_EQ(wall_charge(at(5s), at(5s + 3ms), 1ms), 2ms);
}

TEST(WallCharge, CountsWholeMicroseconds) { EXPECT_EQ(wall_charge(at(0s), at(1999ns), 0us), 1us); }

TEST(Stamp, SourcesHaveTheNamesOfTheRecord) {
  EXPECT_STREQ(name_of(StampSource::kernel), "kernel");
  EXPECT_STREQ(name_of(StampSource::upper), "upper");
  EXPECT_STREQ(name_of(StampSource::read), "read");
}

}  // namespace
}  // namespace referee
