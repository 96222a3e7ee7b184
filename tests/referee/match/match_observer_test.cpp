#include "referee/match/match_observer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "protocol/verdict.h"
#include "tests/support/match_table.h"
#include "tests/support/sums.h"

namespace referee {
namespace {

using protocol::Verdict;
using test_support::always;
using test_support::kSums;
using test_support::lines;
using test_support::MatchTable;
using testing::ElementsAre;
using testing::IsEmpty;

/// Keeps all that it observes.
class Witness : public MatchObserver {
 public:
  struct Turn {
    std::int64_t number = 0;
    std::vector<SeatAnswer> answers;
    std::string events;
    std::string view;  // of the position after the turn
  };

  void on_start(const ObservedMatch& match) override {
    starts.push_back(match.spec.id);
    recorded = match.record;
    players = match.players;
  }
  void on_turn(const ObservedMatch& match, const PlayedTurn& turn) override {
    turns.push_back({turn.number,
                     {turn.answers.begin(), turn.answers.end()},
                     std::string(turn.events),
                     match.game.view(engines::Observer::everybody()).dump()});
    recorded += turn.record_line;
    EXPECT_EQ(match.record, recorded) << "the record is that of the lines that were shown";
  }

  std::vector<std::string> starts;
  std::vector<std::string> players;
  std::vector<Turn> turns;
  std::string recorded;
};

/// A match of Sums between two bots of the test.
class MatchObserverTest : public testing::Test {
 protected:
  MatchObserverTest() {
    table_.spec.id = "m1";
    table_.observers = {&witness_};
  }

  Witness witness_;
  MatchTable table_{kSums, {{"turns", 2}, {"fails", "five"}}};
};

TEST_F(MatchObserverTest, SeesTheStartAndEachTurnWithItsVerdictsAndTimes) {
  table_.seat(always(1));
  table_.seat(lines({"%9}", "%4}"}));
  const MatchResult& result = table_.play();
  EXPECT_THAT(witness_.starts, ElementsAre("m1"));
  EXPECT_THAT(witness_.players, ElementsAre(result.seats[0].player, result.seats[1].player));
  ASSERT_EQ(witness_.turns.size(), 2U);
  const Witness::Turn& first = witness_.turns[0];
  EXPECT_EQ(first.number, 0);
  ASSERT_EQ(first.answers.size(), 2U);
  EXPECT_EQ(first.answers[0].verdict, Verdict::ok);
  EXPECT_EQ(first.answers[0].move, "1");
  EXPECT_EQ(first.answers[1].seat, 1U);
  EXPECT_EQ(first.answers[1].verdict, Verdict::illegal);
  EXPECT_EQ(first.answers[1].offered, "9");
  const Witness::Turn& second = witness_.turns[1];
  EXPECT_EQ(second.number, 1);
  EXPECT_EQ(second.answers[1].move, "4");
  EXPECT_EQ(first.answers[1].spent + second.answers[1].spent, result.seats[1].used);
}

TEST_F(MatchObserverTest, SeesTheGameAsItStandsAfterTheTurn) {
  table_.seat(always(1));
  table_.seat(always(4));
  table_.play();
  ASSERT_EQ(witness_.turns.size(), 2U);
  // What the seats are shown in turn 1 is what the observer could show after turn 0.
  EXPECT_EQ(nlohmann::json::parse(witness_.turns[0].view), table_.received(0, "turn").at(1).at("view"));
  EXPECT_EQ(nlohmann::json::parse(witness_.turns[1].view), table_.record().back().at("view"));
}

TEST_F(MatchObserverTest, OfAVoidMatchItSeesWhatWasPlayed) {
  table_.seat(lines({"%1}", "%5}"}));
  table_.seat(always(4));
  EXPECT_TRUE(table_.play().is_void);
  ASSERT_EQ(witness_.turns.size(), 1U);
  EXPECT_EQ(witness_.turns[0].answers[0].move, "1");
}

TEST_F(MatchObserverTest, AMatchThatIsNotPlayedHasAStartAndNoTurns) {
  table_.seat(always(1));
  table_.seat_nobody();
  EXPECT_THAT(table_.play().no_show, ElementsAre(1));
  EXPECT_THAT(witness_.starts, ElementsAre("m1"));
  EXPECT_THAT(witness_.turns, IsEmpty());
}

TEST_F(MatchObserverTest, ItsExceptionMakesTheMatchVoid) {
  class Failing : public MatchObserver {
   public:
    void on_turn(const ObservedMatch&, const PlayedTurn&) override {
      throw std::runtime_error("no memory for the readers");
    }
  };
  Failing failing;
  table_.observers = {&failing};
  table_.seat(always(1));
  table_.seat(always(4));
  const MatchResult& result = table_.play();
  EXPECT_TRUE(result.is_void);
  EXPECT_EQ(result.why, "no memory for the readers");
}

}  // namespace
}  // namespace referee
