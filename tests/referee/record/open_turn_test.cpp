#include "referee/record/open_turn.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace referee {
namespace {

ClockSpec a_tenth_of_a_second() {
  ClockSpec spec;
  spec.ms = 100;
  spec.margin_ms = 0;
  spec.silence_ms = 200;
  return spec;
}

/// A turn of 100 ms on the wall clock, asked just now.
class OpenTurnTest : public testing::Test {
 protected:
  OpenTurnTest() {
    TurnClock::Terms terms;
    terms.sent = asked_.mono;
    terms.measure = Measure::wall;
    turn_.start_clock(spec_, seat_clock_, terms);
  }
  /// An answer without a stamp, that can have arrived from `earliest` on.
  Arrival read_after(Milliseconds time, Milliseconds earliest) const {
    Arrival arrival;
    arrival.at = asked_.mono + time;
    arrival.earliest = asked_.mono + earliest;
    arrival.lag = std::max<Nanoseconds>(Nanoseconds{0}, time - earliest - Milliseconds(1));
    return arrival;
  }

  ClockSpec spec_ = a_tenth_of_a_second();
  SeatClock seat_clock_{spec_};
  Moment asked_ = Moment::now();
  OpenTurn turn_{0, 0, asked_, Microseconds{0}, Microseconds{0}};
};

TEST_F(OpenTurnTest, AReaderThatDidNotLookInTimeCountsAnAnswerThatMayHaveBeenThere) {
  EXPECT_EQ(turn_.charge(read_after(Milliseconds(150), Milliseconds(150)), {}).ruling, Ruling::in_time);
}

TEST_F(OpenTurnTest, AnAnswerWithoutAStampIsLateForWhoDoesNotLookWhereItCannotHaveComeInTime) {
  EXPECT_EQ(turn_.charge_unwatched(read_after(Milliseconds(150), Milliseconds(90)), {}).ruling,
            Ruling::in_time);
  const TurnClock::Charge late = turn_.charge_unwatched(read_after(Milliseconds(150), Milliseconds(149)), {});
  EXPECT_NE(late.ruling, Ruling::in_time);
  EXPECT_EQ(late.spent, Milliseconds(150));
  EXPECT_EQ(OpenTurn(turn_).charge_unwatched(read_after(Milliseconds(250), Milliseconds(249)), {}).ruling,
            Ruling::forfeited)
      << "it was silent for too long";
}

TEST_F(OpenTurnTest, AnAnswerThatIsAwaitedAfterItsTimeIsChargedMoreThanItsLimit) {
  turn_.wait_on(asked_.mono + Milliseconds(101), {});
  OpenTurn other = turn_;
  EXPECT_EQ(turn_.charge(read_after(Milliseconds(150), Milliseconds(90)), {}).spent,
            Milliseconds(100) + Microseconds(1));
  Arrival with_others = read_after(Milliseconds(150), Milliseconds(90));
  with_others.source = StampSource::upper;
  with_others.offset = asked_.offset;
  with_others.real = (with_others.at + asked_.offset).time_since_epoch();
  EXPECT_EQ(other.charge(with_others, {}).spent, Milliseconds(150));
}

TEST_F(OpenTurnTest, AnAnswerInTimeIsChargedAlikeWhetherOneLooksOrNot) {
  const Arrival arrival = read_after(Milliseconds(80), Milliseconds(80));
  OpenTurn other = turn_;
  EXPECT_EQ(turn_.charge(arrival, {}).spent, other.charge_unwatched(arrival, {}).spent);
}

TEST_F(OpenTurnTest, OfALateReadWithoutAStampOnlyWhatIsProvenIsNotCharged) {
  OpenTurn punctual = turn_;
  EXPECT_EQ(punctual.charge(read_after(Milliseconds(80), Milliseconds(79)), {}).spent, Milliseconds(80));
  EXPECT_EQ(punctual.answer().loop_lag, Microseconds{0});
  EXPECT_EQ(turn_.charge(read_after(Milliseconds(80), Milliseconds(50)), {}).spent, Milliseconds(51));
  EXPECT_EQ(turn_.answer().loop_lag, Milliseconds(29));
}

TEST_F(OpenTurnTest, APartWithoutAStampThatLayUnreadIsNotChargedEither) {
  Arrival arrival = read_after(Milliseconds(80), Milliseconds(80));
  arrival.part_at = asked_.mono + Milliseconds(20);
  arrival.part_lag = Milliseconds(5);
  EXPECT_EQ(turn_.charge(arrival, {}).spent, Milliseconds(75));
  EXPECT_EQ(turn_.answer().loop_lag, Milliseconds(5));
}

}  // namespace
}  // namespace referee
