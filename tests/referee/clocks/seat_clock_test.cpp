#include "referee/clocks/seat_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/support/random_cases.h"

namespace referee {
namespace {

using namespace std::chrono_literals;

ClockSpec mean(std::int64_t ms, std::int64_t burst_ms = 0) {
  ClockSpec spec;
  spec.kind = ClockKind::mean;
  spec.ms = ms;
  spec.burst_ms = burst_ms;
  return spec;
}

ClockSpec bank(std::int64_t ms, std::int64_t increment_ms = 0) {
  ClockSpec spec;
  spec.kind = ClockKind::bank;
  spec.ms = ms;
  spec.increment_ms = increment_ms;
  return spec;
}

ClockSpec score_rate(std::int64_t ms_per_1000, std::int64_t floor_ms) {
  ClockSpec spec;
  spec.kind = ClockKind::score_rate;
  spec.ms_per_1000 = ms_per_1000;
  spec.floor_ms = floor_ms;
  return spec;
}

TEST(SeatClock, PerMoveGivesEveryAnswerTheSameAndLateIsNotOut) {
  // "late = no move, play goes on at once"
  ClockSpec spec;
  spec.ms = 1000;
  SeatClock clock(spec);
  for (int turn = 0; turn < 5; ++turn) {
    EXPECT_EQ(clock.left(0), 1000ms);
    EXPECT_EQ(clock.rule(1000ms, 0), Ruling::in_time);
    EXPECT_EQ(clock.rule(1000ms + 1us, 0), Ruling::late);
    clock.charge(5000ms);
  }
  EXPECT_EQ(clock.used(), 25s);
}

TEST(SeatClock, LateInARowForfeitsWithTheTurnThatMakesTheRowFull) {
  ClockSpec spec;
  spec.ms = 1000;
  spec.late_in_a_row = 3;
  SeatClock clock(spec);
  clock.charge(1001ms, true);
  clock.charge(1001ms, true);
  EXPECT_EQ(clock.rule(1000ms, 0), Ruling::in_time);
  EXPECT_EQ(clock.rule(1001ms, 0), Ruling::forfeited);
  clock.charge(1000ms);
  EXPECT_EQ(clock.rule(1001ms, 0), Ruling::late) << "an answer in time ends the row";
}

TEST(SeatClock, LateOnceInARowForfeitsWithTheFirstLateTurn) {
  ClockSpec spec;
  spec.late_in_a_row = 1;
  EXPECT_EQ(SeatClock(spec).overrun(), Ruling::forfeited);
}

TEST(SeatClock, MeanForfeitsExactlyWhenTheTotalIsOverTurnsTimesMsPlusBurst) {
  // "forfeited when total > turns x ms + burst_ms"
  SeatClock clock(mean(50, 20));
  EXPECT_EQ(clock.left(0), 70ms);
  EXPECT_EQ(clock.rule(70ms, 0), Ruling::in_time);
  EXPECT_EQ(clock.rule(70ms + 1us, 0), Ruling::forfeited);
  clock.charge(70ms);
  EXPECT_EQ(clock.left(0), 50ms);
  clock.charge(10ms);
  EXPECT_EQ(clock.left(0), 90ms) << "what is saved may be used later: 3 x 50 + 20 - 80";
  EXPECT_EQ(clock.rule(90ms, 0), Ruling::in_time);
  EXPECT_EQ(clock.rule(90ms + 1us, 0), Ruling::forfeited);
}

TEST(SeatClock, BankForfeitsWhenEmptyAndGrowsByItsIncrement) {
  // "forfeited when empty"
  SeatClock clock(bank(1000, 100));
  EXPECT_EQ(clock.left(0), 1000ms) << "the increment comes after a turn";
  clock.charge(1000ms);
  EXPECT_EQ(clock.left(0), 100ms);
  EXPECT_EQ(clock.rule(100ms, 0), Ruling::in_time);
  EXPECT_EQ(clock.rule(100ms + 1us, 0), Ruling::forfeited);
  clock.charge(40ms);
  EXPECT_EQ(clock.left(0), 160ms);
}

TEST(SeatClock, ABankWithoutIncrementOnlyShrinks) {
  SeatClock clock(bank(60000));
  for (int turn = 1; turn <= 60; ++turn) {
    clock.charge(1s);
    EXPECT_EQ(clock.left(0), 60s - turn * 1s);
  }
  EXPECT_EQ(clock.rule(0us, 0), Ruling::in_time);
  EXPECT_EQ(clock.rule(1us, 0), Ruling::forfeited);
}

TEST(SeatClock, ScoreRateGivesTheGreaterOfItsFloorAndWhatTheScoreEarned) {
  // "forfeited when total > max(floor_ms, score before the answer / 1000 x ms_per_1000)"
  SeatClock clock(score_rate(5000, 5000));
  EXPECT_EQ(clock.left(0), 5000ms);
  EXPECT_EQ(clock.left(1000), 5000ms);
  EXPECT_EQ(clock.left(1001), 5005ms);
  EXPECT_EQ(clock.left(2500), 12500ms);
  clock.charge(5000ms);
  EXPECT_EQ(clock.rule(0us, 1000), Ruling::in_time);
  EXPECT_EQ(clock.rule(1us, 1000), Ruling::forfeited);
  EXPECT_EQ(clock.rule(5ms, 1001), Ruling::in_time);
  EXPECT_EQ(clock.rule(5ms + 1us, 1001), Ruling::forfeited);
}

TEST(SeatClock, AScoreBelowZeroEarnsTheFloor) { EXPECT_EQ(SeatClock(score_rate(5000, 100)).left(-7), 100ms); }

TEST(SeatClock, AnEnormousScoreEarnsACentury) {
  EXPECT_GT(SeatClock(score_rate(86'400'000, 1)).left(9e15), std::chrono::hours(24 * 365 * 90));
}

TEST(SeatClock, TheMarginMovesTheDeadlineNeverTheCharge) {
  // "margins move the deadline, never the charge"
  for (ClockSpec spec : {ClockSpec{}, mean(50), bank(1000), score_rate(5000, 1000)}) {
    spec.margin_ms = 30;
    SeatClock clock(spec);
    const Microseconds left = clock.left(0);
    EXPECT_EQ(clock.limit(0), left + 30ms);
    EXPECT_EQ(clock.rule(left + 30ms, 0), Ruling::in_time);
    EXPECT_NE(clock.rule(left + 30ms + 1us, 0), Ruling::in_time);
    clock.charge(left + 30ms);
    EXPECT_EQ(clock.used(), left + 30ms);
  }
}

TEST(SeatClock, AMarginIsNotGivenAgainEveryTurnOfAMeanClock) {
  ClockSpec spec = mean(50);
  spec.margin_ms = 30;
  SeatClock clock(spec);
  clock.charge(80ms);
  EXPECT_EQ(clock.limit(0), 50ms) << "2 x 50 + 30 - 80";
}

TEST(SeatClock, SilenceAddsUpUntilAnAnswerResetsIt) {
  // "silence_ms (60000: forfeited after so long without any answer, a late one resets it)"
  ClockSpec spec;
  spec.silence_ms = 3000;
  SeatClock clock(spec);
  EXPECT_EQ(clock.silence_left(), 3s);
  clock.silent(1s);
  clock.silent(1500ms);
  EXPECT_EQ(clock.silence_left(), 500ms);
  clock.silent(2s);
  EXPECT_EQ(clock.silence_left(), 0s);
  clock.received();
  EXPECT_EQ(clock.silence_left(), 3s);
}

/// The rules of the clocks as plain sums over the whole history, in whole microseconds.
bool is_allowed(const ClockSpec& spec, const std::vector<std::int64_t>& charges, std::int64_t score) {
  std::int64_t total = 0;
  for (const std::int64_t charge : charges) {
    total += charge;
  }
  const auto turns = static_cast<std::int64_t>(charges.size());
  const std::int64_t margin = spec.margin_ms * 1000;
  switch (spec.kind) {
    case ClockKind::per_move:
      return charges.back() <= spec.ms * 1000 + margin;
    case ClockKind::mean:
      return total <= turns * spec.ms * 1000 + spec.burst_ms * 1000 + margin;
    case ClockKind::bank:
      return total <= spec.ms * 1000 + (turns - 1) * spec.increment_ms * 1000 + margin;
    case ClockKind::score_rate:
      return total <= std::max(spec.floor_ms * 1000, score * spec.ms_per_1000) + margin;
  }
  return false;
}

ClockSpec random_spec(std::mt19937& random) {
  ClockSpec spec;
  spec.kind = static_cast<ClockKind>(random() % 4);
  spec.ms = 1 + static_cast<std::int64_t>(random() % 50);
  spec.burst_ms = static_cast<std::int64_t>(random() % 30);
  spec.increment_ms = static_cast<std::int64_t>(random() % 20);
  spec.ms_per_1000 = static_cast<std::int64_t>(random() % 9000);
  spec.floor_ms = 1 + static_cast<std::int64_t>(random() % 100);
  spec.margin_ms = random() % 2 == 0 ? 0 : static_cast<std::int64_t>(random() % 10);
  return spec;
}

TEST(SeatClock, RandomSequencesOfChargesNeverDisagreeWithTheFormula) {
  std::mt19937 random(6);
  for (int round = 0; round < test_support::random_cases(300); ++round) {
    const ClockSpec spec = random_spec(random);
    SeatClock clock(spec);
    std::vector<std::int64_t> charges;
    std::int64_t score = 0;
    for (int turn = 0; turn < 40; ++turn) {
      // Near the limit on either side, or anywhere below 60 ms.
      const std::int64_t limit = clock.limit(static_cast<double>(score)).count();
      const auto offset = static_cast<std::int64_t>(random() % 5) - 2;
      const auto anywhere = static_cast<std::int64_t>(random() % 60'000);
      charges.push_back(random() % 2 == 0 ? std::max<std::int64_t>(0, limit + offset) : anywhere);
      const Ruling expected = is_allowed(spec, charges, score) ? Ruling::in_time : clock.overrun();
      ASSERT_EQ(clock.rule(Microseconds(charges.back()), static_cast<double>(score)), expected)
          << "round " << round << " turn " << turn;
      if (expected == Ruling::forfeited) {
        break;
      }
      clock.charge(Microseconds(charges.back()));
      score += random() % 30;
    }
  }
}

}  // namespace
}  // namespace referee
