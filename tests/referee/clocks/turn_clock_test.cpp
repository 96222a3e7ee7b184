#include <gtest/gtest.h>

#include <random>
#include <string_view>

#include "referee/clocks/seat_clock.h"
#include "tests/support/random_cases.h"

namespace referee {
namespace {

using namespace std::chrono_literals;

const TimePoint kSent{1000s};
constexpr Microseconds kNoCpu{0};

/// One open turn, sent at kSent.
TurnClock open(const ClockSpec& spec, const SeatClock& seat, Measure measure = Measure::wall,
               Microseconds credit = 0us) {
  return TurnClock(spec, seat, {.sent = kSent, .measure = measure, .credit = credit, .score = 0});
}

TurnClock open(const ClockSpec& spec, Measure measure = Measure::wall, Microseconds credit = 0us) {
  return open(spec, SeatClock(spec), measure, credit);
}

ClockSpec per_move(std::int64_t ms) {
  ClockSpec spec;
  spec.ms = ms;
  spec.wall_ms = 20 * ms;
  return spec;
}

void expect_charge(const TurnClock::Charge& charge, Microseconds spent, Ruling ruling) {
  EXPECT_EQ(charge.spent, spent);
  EXPECT_EQ(charge.ruling, ruling);
}

// ---- wall
// -----------------------------------------------------------------------------------------------------

TEST(TurnClockOnTheWall, TheChargeIsTheTimeFromTheSendToTheArrival) {
  // "Wall charge = max(0, arrival - t1)"
  const TurnClock clock = open(per_move(1000));
  expect_charge(clock.answered(kSent + 34100us, kSent + 34100us, kNoCpu), 34100us, Ruling::in_time);
  expect_charge(clock.answered(kSent - 5ms, kSent - 5ms, kNoCpu), 0us, Ruling::in_time);
  expect_charge(clock.answered(kSent + 1s, kSent + 1s, kNoCpu), 1s, Ruling::in_time);
  expect_charge(clock.answered(kSent + 1s + 1us, kSent + 1s + 1us, kNoCpu), 1s + 1us, Ruling::late);
}

// "the first answer after it has init_ms extra, uncharged"
TEST(TurnClockOnTheWall, ExtraTimeMovesAllLimitsAndIsNotCharged) {
  ClockSpec spec = per_move(1000);
  spec.silence_ms = 4000;
  const SeatClock seat(spec);
  const TurnClock clock(spec, seat, {.sent = kSent, .measure = Measure::wall, .extra = 10s});
  EXPECT_EQ(clock.left(), 1s) << "what the answer may be charged stays";
  expect_charge(clock.answered(kSent + 10s, kSent + 10s, kNoCpu), 0us, Ruling::in_time);
  expect_charge(clock.answered(kSent + 11s, kSent + 11s, kNoCpu), 1s, Ruling::in_time);
  expect_charge(clock.answered(kSent + 11s + 1us, kSent + 11s + 1us, kNoCpu), 1s + 1us, Ruling::late);
  EXPECT_EQ(clock.unanswered(kSent + 11s, kNoCpu).ruling, Ruling::in_time);
  EXPECT_EQ(clock.unanswered(kSent + 11s, kNoCpu).next_check, kSent + 11s + 1us);
  EXPECT_EQ(clock.unanswered(kSent + 11s + 1us, kNoCpu).ruling, Ruling::late);
  EXPECT_EQ(clock.after_late(kSent + 14s, kNoCpu).ruling, Ruling::in_time);
  EXPECT_EQ(clock.after_late(kSent + 14s + 1us, kNoCpu).ruling, Ruling::forfeited);
}

TEST(TurnClockOfTheProcessor, ExtraTimeMovesAllLimitsAndIsNotCharged) {
  const ClockSpec spec = per_move(1000);  // wall_ms 20000
  const SeatClock seat(spec);
  const TurnClock clock(spec, seat, {.sent = kSent, .measure = Measure::cpu, .extra = 10s});
  expect_charge(clock.answered(kSent + 1s, kSent + 1s, 9s), 0us, Ruling::in_time);
  expect_charge(clock.answered(kSent + 1s, kSent + 1s, 11s), 1s, Ruling::in_time);
  expect_charge(clock.answered(kSent + 1s, kSent + 1s, 11s + 1us), 1s + 1us, Ruling::late);
  EXPECT_EQ(clock.unanswered(kSent + 1s, 11s).ruling, Ruling::in_time);
  EXPECT_EQ(clock.unanswered(kSent + 1s, 11s + 1us).ruling, Ruling::late);
  expect_charge(clock.answered(kSent + 30s, kSent + 30s, kNoCpu), 0us, Ruling::in_time);
  expect_charge(clock.answered(kSent + 30s + 1us, kSent + 30s + 1us, kNoCpu), 0us, Ruling::late);
}

TEST(TurnClockOfTheProcessor, TimeFromBeforeTheTurnIsChargedWithIt) {
  const ClockSpec spec = per_move(1000);  // wall_ms 20000
  const SeatClock seat(spec);
  const TurnClock clock(spec, seat, {.sent = kSent, .measure = Measure::cpu, .pondered = 600ms});
  EXPECT_EQ(clock.left(), 1s);
  expect_charge(clock.answered(kSent + 1s, kSent + 1s, 400ms), 1s, Ruling::in_time);
  expect_charge(clock.answered(kSent + 1s, kSent + 1s, 400ms + 1us), 1s + 1us, Ruling::late);
  EXPECT_EQ(clock.unanswered(kSent + 1s, 400ms).ruling, Ruling::in_time);
  EXPECT_EQ(clock.unanswered(kSent + 1s, 400ms + 1us).ruling, Ruling::late);
  expect_charge(clock.gone(kSent + 1s, 100ms), 700ms, Ruling::in_time);
  expect_charge(clock.answered(kSent + 20s, kSent + 20s, kNoCpu), 600ms, Ruling::in_time);
  EXPECT_EQ(clock.wall_cap(), 20s) << "wall time begins with the turn";
}

TEST(TurnClockOfTheProcessor, MoreTimeFromBeforeThanIsLeftMakesTheTurnLateAtOnce) {
  const SeatClock seat(per_move(1000));
  const TurnClock clock(per_move(1000), seat, {.sent = kSent, .measure = Measure::cpu, .pondered = 1001ms});
  EXPECT_EQ(clock.unanswered(kSent, kNoCpu).ruling, Ruling::late);
  expect_charge(clock.answered(kSent, kSent, kNoCpu), 1001ms, Ruling::late);
}

TEST(TurnClockOfTheProcessor, ExtraTimeIsTakenOffTimeFromBeforeTheTurnToo) {
  const SeatClock seat(per_move(1000));
  const TurnClock clock(per_move(1000), seat,
                        {.sent = kSent, .measure = Measure::cpu, .extra = 500ms, .pondered = 600ms});
  expect_charge(clock.answered(kSent + 1s, kSent + 1s, 50ms), 150ms, Ruling::in_time);
  expect_charge(clock.gone(kSent + 1s, 50ms), 150ms, Ruling::in_time);
}

TEST(TurnClockOnTheWall, FractionsOfAMicrosecondAreDropped) {
  const TurnClock clock = open(per_move(1000));
  const TimePoint at = kSent + 1s + 999ns;
  expect_charge(clock.answered(at, at, kNoCpu), 1s, Ruling::in_time);
}

TEST(TurnClockOnTheWall, TheLagCreditIsTakenOffTheChargeAndTheDeadlineIsSoMuchLater) {
  const TurnClock clock = open(per_move(1000), Measure::wall, 20ms);
  expect_charge(clock.answered(kSent + 10ms, kSent + 10ms, kNoCpu), 0us, Ruling::in_time);
  expect_charge(clock.answered(kSent + 1020ms, kSent + 1020ms, kNoCpu), 1s, Ruling::in_time);
  expect_charge(clock.answered(kSent + 1020ms + 1us, kSent + 1020ms + 1us, kNoCpu), 1s + 1us, Ruling::late);
  EXPECT_EQ(clock.unanswered(kSent + 1020ms, kNoCpu).ruling, Ruling::in_time);
  EXPECT_EQ(clock.unanswered(kSent + 1020ms + 1us, kNoCpu).ruling, Ruling::late);
}

TEST(TurnClockOnTheWall, AnUpperBoundIsLateOnlyIfItsLowerBoundIsLateToo) {
  // "such a charge counts as late only if the upper bound minus the time since the previous read of that
  // socket is late too"
  const TurnClock clock = open(per_move(1000));
  expect_charge(clock.answered(kSent + 1100ms, kSent + 990ms, kNoCpu), 1000ms, Ruling::in_time);
  expect_charge(clock.answered(kSent + 1100ms, kSent + 1001ms, kNoCpu), 1100ms, Ruling::late);
  expect_charge(clock.answered(kSent + 900ms, kSent - 1s, kNoCpu), 900ms, Ruling::in_time);
}

TEST(TurnClockOnTheWall, AnAnswerThatOnlyItsLowerBoundSavesIsChargedAllThatWasLeft) {
  // Otherwise a bot that uses up its bank, and adds bytes to its answer, keeps the bank.
  const TurnClock clock = open(per_move(1000));
  expect_charge(clock.answered(kSent + 1100ms, kSent - 1s, kNoCpu), 1000ms, Ruling::in_time);
}

TEST(TurnClockOnTheWall, NothingCanChangeBeforeTheNextCheckAndAtItTheTurnIsOver) {
  // "Deadlines count from t1 and are absolute."
  const TurnClock clock = open(per_move(1000));
  for (const auto elapsed : {0us, 1us, 500000us, 1000000us}) {
    const auto silence = clock.unanswered(kSent + elapsed, kNoCpu);
    EXPECT_EQ(silence.ruling, Ruling::in_time);
    EXPECT_EQ(silence.spent, elapsed);
    EXPECT_EQ(silence.elapsed, elapsed);
    EXPECT_EQ(silence.next_check, kSent + 1s + 1us) << "the deadline does not move";
  }
  const auto over = clock.unanswered(kSent + 1s + 1us, kNoCpu);
  EXPECT_EQ(over.ruling, Ruling::late);
  EXPECT_EQ(over.passed, TimeLimit::clock);
}

TEST(TurnClockOnTheWall, ASilentTurnIsChargedTheLeastThatProvesIt) {
  const TurnClock clock = open(per_move(1000));
  const auto late_look = clock.unanswered(kSent + 1700ms, kNoCpu);
  EXPECT_EQ(late_look.spent, 1s + 1us) << "a slow referee is not charged to the bot";
  EXPECT_EQ(late_look.elapsed, 1700ms);
}

TEST(TurnClockOnTheWall, TheMarginMovesTheDeadline) {
  ClockSpec spec = per_move(1000);
  spec.margin_ms = 50;
  const TurnClock clock = open(spec);
  EXPECT_EQ(clock.left(), 1s);
  EXPECT_EQ(clock.unanswered(kSent, kNoCpu).next_check, kSent + 1050ms + 1us);
  expect_charge(clock.answered(kSent + 1050ms, kSent + 1050ms, kNoCpu), 1050ms, Ruling::in_time);
}

TEST(TurnClockOnTheWall, ASilenceLimitBelowTheTimeOfATurnForfeits) {
  // "silence_ms (60000: forfeited after so long without any answer"
  ClockSpec spec = per_move(1000);
  spec.silence_ms = 400;
  const TurnClock clock = open(spec);
  EXPECT_EQ(clock.unanswered(kSent, kNoCpu).next_check, kSent + 400ms + 1us);
  EXPECT_EQ(clock.unanswered(kSent + 400ms, kNoCpu).ruling, Ruling::in_time);
  const auto over = clock.unanswered(kSent + 400ms + 1us, kNoCpu);
  EXPECT_EQ(over.ruling, Ruling::forfeited);
  EXPECT_EQ(over.passed, TimeLimit::silence);
  EXPECT_EQ(over.spent, 400ms + 1us);
  expect_charge(clock.answered(kSent + 401ms, kSent + 401ms, kNoCpu), 401ms, Ruling::forfeited);
}

TEST(TurnClockOnTheWall, ASilenceLimitAboveTheTimeOfATurnCountsOverSeveralTurns) {
  ClockSpec spec = per_move(1000);
  spec.silence_ms = 2500;
  SeatClock seat(spec);
  seat.silent(1s);
  seat.silent(1s);
  const TurnClock third = open(spec, seat);
  EXPECT_EQ(third.unanswered(kSent, kNoCpu).next_check, kSent + 500ms + 1us);
  EXPECT_EQ(third.unanswered(kSent + 501ms, kNoCpu).ruling, Ruling::forfeited);
  EXPECT_EQ(open(spec).unanswered(kSent + 1001ms, kNoCpu).ruling, Ruling::late)
      << "after an answer it is late only";
}

// ---- processor time
// -------------------------------------------------------------------------------------------

TEST(TurnClockOnCpu, TheChargeIsProcessorTime) {
  const TurnClock clock = open(per_move(100), Measure::cpu);
  expect_charge(clock.answered(kSent + 1900ms, kSent + 1900ms, 100ms), 100ms, Ruling::in_time);
  expect_charge(clock.answered(kSent + 1ms, kSent + 1ms, 100ms + 1us), 100ms + 1us, Ruling::late);
}

TEST(TurnClockOnCpu, TheCreditDoesNotApply) {
  const TurnClock clock = open(per_move(100), Measure::cpu, 20ms);
  expect_charge(clock.answered(kSent + 50ms, kSent + 50ms, 30ms), 30ms, Ruling::in_time);
}

TEST(TurnClockOnCpu, ABotThatSleepsIsCappedByWallMs) {
  // "`wall_ms` (default 20 x ms) caps a bot that sleeps under `cpu`"
  const TurnClock clock = open(per_move(100), Measure::cpu);
  expect_charge(clock.answered(kSent + 2s, kSent + 2s, 1ms), 1ms, Ruling::in_time);
  expect_charge(clock.answered(kSent + 2001ms, kSent + 2001ms, 1ms), 1ms, Ruling::late);
  expect_charge(clock.answered(kSent + 2001ms, kSent + 1999ms, 1ms), 1ms, Ruling::in_time);
  EXPECT_EQ(clock.unanswered(kSent + 2s, 1ms).ruling, Ruling::in_time);
  const auto over = clock.unanswered(kSent + 2s + 1us, 1ms);
  EXPECT_EQ(over.ruling, Ruling::late);
  EXPECT_EQ(over.spent, 1ms);
  EXPECT_EQ(over.passed, TimeLimit::wall);
}

TEST(TurnClockOnCpu, IsLookedAtAgainWhenItCouldHaveUsedTheRest) {
  const TurnClock clock = open(per_move(100), Measure::cpu);
  EXPECT_EQ(clock.unanswered(kSent, 0us).next_check, kSent + 100ms + 1us);
  EXPECT_EQ(clock.unanswered(kSent + 100ms, 60ms).next_check, kSent + 140ms + 1us);
  EXPECT_EQ(clock.unanswered(kSent + 200ms, 100ms).next_check, kSent + 201ms) << "at most every millisecond";
  EXPECT_EQ(clock.unanswered(kSent + 1990ms, 0us).next_check, kSent + 2s + 1us) << "not beyond wall_ms";
}

TEST(TurnClockOnCpu, AComputingBotIsRuledAtItsLimit) {
  const TurnClock clock = open(per_move(100), Measure::cpu);
  EXPECT_EQ(clock.unanswered(kSent + 150ms, 100ms).ruling, Ruling::in_time);
  const auto over = clock.unanswered(kSent + 150ms, 100ms + 1us);
  EXPECT_EQ(over.ruling, Ruling::late);
  EXPECT_EQ(over.spent, 100ms + 1us);
  EXPECT_EQ(over.passed, TimeLimit::clock);
}

TEST(TurnClockOnCpu, SilenceCountsInWallTime) {
  ClockSpec spec = per_move(100);
  spec.silence_ms = 1500;
  const TurnClock clock = open(spec, Measure::cpu);
  const auto over = clock.unanswered(kSent + 1500ms + 1us, 3ms);
  EXPECT_EQ(over.ruling, Ruling::forfeited);
  EXPECT_EQ(over.passed, TimeLimit::silence);
  EXPECT_EQ(over.spent, 3ms);
}

// ---- after late
// -----------------------------------------------------------------------------------------------

TEST(TurnClockAfterLate, OnlySilenceCounts) {
  // "`"late":"wait"` ...: the next turn starts when the late answer is in"
  ClockSpec spec = per_move(1000);
  spec.silence_ms = 5000;
  const TurnClock clock = open(spec);
  const auto waiting = clock.after_late(kSent + 4s, kNoCpu);
  EXPECT_EQ(waiting.ruling, Ruling::in_time);
  EXPECT_EQ(waiting.spent, 4s);
  EXPECT_EQ(waiting.next_check, kSent + 5s + 1us);
  EXPECT_EQ(clock.after_late(kSent + 5s, kNoCpu).ruling, Ruling::in_time);
  const auto over = clock.after_late(kSent + 5s + 1us, kNoCpu);
  EXPECT_EQ(over.ruling, Ruling::forfeited);
  EXPECT_EQ(over.passed, TimeLimit::silence);
}

TEST(TurnClockAfterLate, ChargesProcessorTimeUnderCpu) {
  const TurnClock clock = open(per_move(10), Measure::cpu);
  EXPECT_EQ(clock.after_late(kSent + 4s, 70ms).spent, 70ms);
}

// ---- score_rate
// -----------------------------------------------------------------------------------------------

/// Superball's "5 seconds for every thousand points", at a score of 30,000: 150 s are left.
TurnClock open_at_30000_points(Measure measure) {
  ClockSpec spec;
  spec.kind = ClockKind::score_rate;
  spec.wall_ms = 100'000;
  return TurnClock(spec, SeatClock(spec), {.sent = kSent, .measure = measure, .score = 30'000});
}

TEST(TurnClockOfScoreRate, ABotMayUseAllThatItHasEarnedInOneTurn) {
  // "total <= max(`floor_ms`, score before / 1000 x `ms_per_1000`)"
  const TurnClock clock = open_at_30000_points(Measure::wall);
  EXPECT_EQ(clock.left(), 150s);
  expect_charge(clock.answered(kSent + 150s, kSent + 150s, kNoCpu), 150s, Ruling::in_time);
  EXPECT_EQ(clock.unanswered(kSent + 150s, kNoCpu).ruling, Ruling::in_time);
  const auto over = clock.unanswered(kSent + 150s + 1us, kNoCpu);
  EXPECT_EQ(over.ruling, Ruling::forfeited);
  EXPECT_EQ(over.passed, TimeLimit::clock) << "silence_ms is 60 s";
}

TEST(TurnClockOfScoreRate, UnderCpuTheWallTimeOfATurnGrowsWithTheScore) {
  // "under `score_rate` neither `silence_ms` nor `wall_ms` ends a turn before twice the time that was left"
  const TurnClock clock = open_at_30000_points(Measure::cpu);
  expect_charge(clock.answered(kSent + 299s, kSent + 299s, 149s), 149s, Ruling::in_time);
  EXPECT_EQ(clock.unanswered(kSent + 300s, 149s).ruling, Ruling::in_time);
  EXPECT_EQ(clock.unanswered(kSent + 300s, 149s).next_check, kSent + 300s + 1us);
  EXPECT_EQ(clock.unanswered(kSent + 300s + 1us, 1s).ruling, Ruling::forfeited) << "it sleeps";
  EXPECT_EQ(clock.unanswered(kSent + 200s, 150s + 1us).ruling, Ruling::forfeited);
}

TEST(TurnClockOfScoreRate, WhereLittleIsLeftTheFixedLimitsCount) {
  ClockSpec spec;
  spec.kind = ClockKind::score_rate;
  spec.wall_ms = 100'000;
  const TurnClock clock = open(spec, Measure::cpu);
  const auto over = clock.unanswered(kSent + 60s + 1us, 1s);
  EXPECT_EQ(over.ruling, Ruling::forfeited);
  EXPECT_EQ(over.passed, TimeLimit::silence);
  EXPECT_EQ(clock.unanswered(kSent + 60s, 1s).ruling, Ruling::in_time);
}

// ---- a bot that has gone

ClockSpec bank_without_increment(std::int64_t ms) {
  ClockSpec spec;
  spec.kind = ClockKind::bank;
  spec.ms = ms;
  return spec;
}

TEST(TurnClockOfAGoneBot, IsChargedWhatHasPassedAndAtMostWhatWasLeft) {
  for (const ClockSpec& spec : {per_move(100), bank_without_increment(100)}) {
    expect_charge(open(spec).gone(kSent + 40ms, kNoCpu), 40ms, Ruling::in_time);
    expect_charge(open(spec).gone(kSent + 1s, kNoCpu), 100ms, Ruling::in_time);
    expect_charge(open(spec, Measure::cpu).gone(kSent + 1s, 30ms), 30ms, Ruling::in_time);
  }
}

TEST(TurnClockOfAGoneBot, OverItsBudgetIsForfeited) {
  // The score may fall below what the seat has used: Walls takes points away.
  ClockSpec spec;
  spec.kind = ClockKind::score_rate;
  spec.ms_per_1000 = 1'000'000;
  spec.floor_ms = 100;
  SeatClock seat(spec);
  seat.charge(400ms);
  for (const Measure measure : {Measure::wall, Measure::cpu}) {
    const auto at = [&](double score) {
      return TurnClock(spec, seat, {.sent = kSent, .measure = measure, .score = score});
    };
    expect_charge(at(0.4).gone(kSent, kNoCpu), 0us, Ruling::in_time);
    expect_charge(at(0.3).gone(kSent, kNoCpu), 0us, Ruling::forfeited);
    EXPECT_EQ(at(0.3).unanswered(kSent, kNoCpu).spent, 0us) << "a charge is never below zero";
    EXPECT_EQ(at(0.3).unanswered(kSent, kNoCpu).ruling, Ruling::forfeited);
  }
}

TEST(TurnClock, ALateAnswerIsToldWhichLimitItPassed) {
  ClockSpec spec = per_move(100);
  spec.silence_ms = 3000;
  const TurnClock clock = open(spec, Measure::cpu);
  EXPECT_EQ(clock.answered(kSent + 1s, kSent + 1s, 100ms).passed, TimeLimit::none);
  EXPECT_EQ(clock.answered(kSent + 1s, kSent + 1s, 101ms).passed, TimeLimit::clock);
  EXPECT_EQ(clock.answered(kSent + 2001ms, kSent + 2001ms, 1ms).passed, TimeLimit::wall);
  EXPECT_EQ(clock.answered(kSent + 3001ms, kSent + 3001ms, 1ms).passed, TimeLimit::silence);
}

// ---- properties
// -----------------------------------------------------------------------------------------------

/// A check at next_check gives the same verdict as checks all the time: before next_check nothing changes.
TEST(TurnClock, IsNeverOverBeforeItsNextCheck) {
  std::mt19937 random(7);
  for (int round = 0; round < test_support::random_cases(2000); ++round) {
    ClockSpec spec = per_move(1 + random() % 100);
    spec.kind = random() % 2 == 0 ? ClockKind::per_move : ClockKind::mean;
    spec.wall_ms = 1 + random() % 300;
    spec.silence_ms = 1 + random() % 300;
    spec.margin_ms = random() % 20;
    const Measure measure = random() % 2 == 0 ? Measure::wall : Measure::cpu;
    const Microseconds credit(measure == Measure::wall ? random() % 5000 : 0);
    const TurnClock clock = open(spec, measure, credit);
    const Microseconds now(random() % 400'000);
    const Microseconds cpu(now.count() == 0 ? 0 : static_cast<std::int64_t>(random()) % now.count());
    const auto at_now = clock.unanswered(kSent + now, cpu);
    if (at_now.ruling != Ruling::in_time) {
      continue;
    }
    ASSERT_GT(at_now.next_check, kSent + now) << "the loop would spin";
    if (at_now.next_check < kSent + now + 2ms && measure == Measure::cpu) {
      continue;  // checked at most every millisecond: the end may be found a little late
    }
    const TimePoint before = at_now.next_check - 1us;
    const Microseconds most =
        measure == Measure::cpu ? cpu + whole_microseconds(before - (kSent + now)) : 0us;
    ASSERT_EQ(clock.unanswered(before, most).ruling, Ruling::in_time) << round;
  }
}

/// At each moment an answer is in time exactly if silence is.
TEST(TurnClock, AnswerAndSilenceAgreeOnTheDeadline) {
  std::mt19937 random(8);
  for (int round = 0; round < test_support::random_cases(2000); ++round) {
    ClockSpec spec = per_move(1 + random() % 50);
    spec.silence_ms = 1 + random() % 100;
    spec.wall_ms = 1 + random() % 100;
    spec.margin_ms = random() % 10;
    const Measure measure = random() % 2 == 0 ? Measure::wall : Measure::cpu;
    const TurnClock clock = open(spec, measure);
    const TimePoint at = kSent + Microseconds(random() % 120'000);
    const Microseconds cpu(random() % 60'000);
    ASSERT_EQ(clock.answered(at, at, cpu).ruling == Ruling::in_time,
              clock.unanswered(at, cpu).ruling == Ruling::in_time)
        << round;
  }
}

TEST(TurnClock, ALateAnswerToAnEarlierTurnEndsTheSilence) {
  ClockSpec spec;
  spec.ms = 1000;
  spec.silence_ms = 1500;
  SeatClock seat(spec);
  seat.silent(1s);
  const TimePoint sent{1h};
  TurnClock turn(spec, seat, {.sent = sent, .measure = Measure::wall});
  EXPECT_EQ(turn.answered(sent + 600ms, sent + 600ms, 0us).ruling, Ruling::forfeited);
  turn.end_silence(sent);
  EXPECT_EQ(turn.answered(sent + 600ms, sent + 600ms, 0us).ruling, Ruling::in_time);
  EXPECT_EQ(turn.unanswered(sent + 1001ms, 0us).ruling, Ruling::late);
}

TEST(TurnClock, SilenceCountsFromALateAnswerWithinTheTurn) {
  ClockSpec spec;
  spec.ms = 3000;
  spec.silence_ms = 1500;
  const SeatClock seat(spec);
  const TimePoint sent{1h};
  TurnClock turn(spec, seat, {.sent = sent, .measure = Measure::wall});
  turn.end_silence(sent + 400ms);
  turn.end_silence(sent - 1ms);  // one that was read later, and had come before
  EXPECT_EQ(turn.heard(), 400ms);
  EXPECT_EQ(turn.answered(sent + 1900ms, sent + 1900ms, 0us).ruling, Ruling::in_time);
  EXPECT_EQ(turn.answered(sent + 1901ms, sent + 1901ms, 0us).ruling, Ruling::forfeited);
  EXPECT_EQ(turn.unanswered(sent + 1901ms, 0us).ruling, Ruling::forfeited);
}

}  // namespace
}  // namespace referee
