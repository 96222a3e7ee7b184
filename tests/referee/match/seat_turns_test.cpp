#include "referee/record/seat_turns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engines/registry.h"
#include "referee/match/saved_match.h"

namespace referee {
namespace {

using protocol::Verdict;

/// A seat of a game that takes answers of any length, as Snake does: all that is behind a refused step is
/// ignored.
class SeatTurnsTest : public testing::Test {
 protected:
  /// What becomes of a move of so many letters in the next turn.
  SeatAnswer answer(std::size_t letters) {
    const std::string move = "\"" + std::string(letters, 'N') + "\"";
    turns_.open(turn_, Moment::now());
    turns_.start_clock(turns_.turn().asked());
    const std::string line =
        R"({"type":"move","match":"m","turn":)" + std::to_string(turn_++) + R"(,"move":)" + move + "}";
    const auto read = read_answer(Received{line, false, {}}, turns_.latest("m"));
    turns_.decide(turns_.answered(TurnClock::Charge{}, std::get<TurnAnswer>(read), line));
    game_->step();
    return turns_.take_answer();
  }

  std::unique_ptr<engines::Game> game_ = engines::find_game("snake")->make({{"max_turns", 1000}}, {});
  ClockSpec clock_;
  SeatTurns turns_{0, clock_, Measure::wall, game_};
  std::int64_t turn_ = 0;
};

TEST_F(SeatTurnsTest, LongMovesOfASeatHaveABoundInAMatch) {
  EXPECT_EQ(answer(60'000).verdict, Verdict::ok);
  EXPECT_EQ(turns_.account().in_long_moves, 60'002U) << "as JSON";
  turns_.account().in_long_moves = SeatAccount::kMostInLongMoves - 3000;
  EXPECT_EQ(answer(2000).verdict, Verdict::ok);
  const SeatAnswer refused = answer(2000);
  EXPECT_EQ(refused.verdict, Verdict::malformed);
  EXPECT_THAT(refused.fault, testing::HasSubstr("33554432 bytes together"));
  EXPECT_EQ(refused.move, "");
  EXPECT_TRUE(refused.offered_cut);
  EXPECT_LT(refused.offered->size(), 300U);
  EXPECT_EQ(turns_.account().in_long_moves, SeatAccount::kMostInLongMoves - 3000 + 2002) << "not counted";
}

TEST_F(SeatTurnsTest, MovesOfUsualLengthAreNeverRefusedForIt) {
  turns_.account().in_long_moves = SeatAccount::kMostInLongMoves;
  EXPECT_EQ(answer(SeatAccount::kUsualMove - 2).verdict, Verdict::ok);
  EXPECT_EQ(answer(SeatAccount::kUsualMove - 1).verdict, Verdict::malformed);
}

TEST_F(SeatTurnsTest, AMatchThatGoesOnCountsTheMovesOfItsRecord) {
  SeatAccount account{SeatClock(clock_)};
  book({{"seat", 0}, {"verdict", "ok"}, {"spent_us", 5}, {"move", std::string(2000, 'N')}}, account);
  book({{"seat", 0}, {"verdict", "ok"}, {"spent_us", 5}, {"move", "N"}}, account);
  book({{"seat", 0}, {"verdict", "late"}, {"spent_us", 5}}, account);
  EXPECT_EQ(account.in_long_moves, 2002U);
}

}  // namespace
}  // namespace referee
