#include "referee/tournament/run/waiting_times.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engines/registry.h"

namespace referee {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

SeatAnswer answered(std::size_t seat, Microseconds wall) {
  SeatAnswer answer;
  answer.seat = seat;
  answer.wall = wall;
  return answer;
}

SeatAnswer silent(std::size_t seat, Microseconds elapsed) {
  SeatAnswer answer;
  answer.seat = seat;
  answer.verdict = protocol::Verdict::late;
  answer.unanswered = elapsed;
  return answer;
}

/// Matches between ann and bob, of turns that were waited for as the tests say.
class WaitingTimesTest : public testing::Test {
 protected:
  void play(const std::vector<SeatAnswer>& answers, int turns) {
    PlayedTurn turn;
    turn.answers = answers;
    for (int number = 0; number < turns; ++number) {
      waiting_.on_turn(match_, turn);
    }
  }

  MatchSpec spec_;
  std::vector<std::string> players_{"ann", "bob"};
  std::unique_ptr<engines::Game> game_ = engines::find_game("walls")->make(nlohmann::json::object(), {});
  ObservedMatch match_{spec_, players_, *game_, ""};
  WaitingTimes waiting_;
};

TEST_F(WaitingTimesTest, NameABotThatSleepsOnceWithItsShareAndWhatToDo) {
  play({answered(0, Milliseconds(2000))}, 15);
  play({answered(1, Milliseconds(20))}, 500);
  EXPECT_THAT(waiting_.news(),
              AllOf(HasSubstr("75 %"), HasSubstr("waits for ann"), HasSubstr("2000 ms a turn"),
                    HasSubstr("20.0 ms for the others"), HasSubstr("withdraw ann")));
  play({answered(0, Milliseconds(2000))}, 1);
  EXPECT_EQ(waiting_.news(), "");
}

TEST_F(WaitingTimesTest, NameABotThatDoesNotAnswerAtAll) {
  play({answered(1, Milliseconds(1))}, 30);
  play({silent(0, Milliseconds(1000))}, 30);
  EXPECT_THAT(waiting_.news(), AllOf(HasSubstr("99 %"), HasSubstr("waits for ann")));
}

TEST_F(WaitingTimesTest, NameNobodyWhereAllThinkForLong) {
  play({answered(0, Milliseconds(2000))}, 30);
  play({answered(1, Milliseconds(1000))}, 30);
  EXPECT_EQ(waiting_.news(), "");
}

TEST_F(WaitingTimesTest, NameNobodyBeforeItHasCostTwentySeconds) {
  play({answered(0, Milliseconds(2000))}, 9);
  play({answered(1, Milliseconds(1))}, 9);
  EXPECT_EQ(waiting_.news(), "");
}

TEST_F(WaitingTimesTest, ATurnOfAllSeatsWaitsForItsSlowest) {
  play({answered(0, Milliseconds(900)), answered(1, Milliseconds(1000))}, 30);
  EXPECT_EQ(waiting_.news(), "") << "without bob it would be hardly quicker";
  waiting_ = {};
  play({answered(0, Milliseconds(10)), answered(1, Milliseconds(1000))}, 30);
  EXPECT_THAT(waiting_.news(),
              AllOf(HasSubstr("100 %"), HasSubstr("waits for bob"), HasSubstr("10.0 ms for")));
}

}  // namespace
}  // namespace referee
