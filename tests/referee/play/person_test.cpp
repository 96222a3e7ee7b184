#include "referee/play/person.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/record/replay.h"
#include "referee/series/series.h"
#include "tests/support/played_attempts.h"
#include "tests/support/sample_record.h"
#include "tests/support/sums.h"
#include "tests/support/temp_folder.h"
#include "tests/support/world.h"

namespace referee::play {
namespace {

using test_support::kSums;
using testing::ElementsAre;

/// Answers every turn with the next of its moves, and leaves after the last one.
class Script : public Person::Watcher {
 public:
  Script(std::vector<Json> moves, std::function<void()> leave)
      : moves_(std::move(moves)), leave_(std::move(leave)) {}

  void on_start(Person& person, const Json& start) override {
    received.push_back("start of " +
                       start.at("players").at(start.at("seat").get<std::size_t>()).get<std::string>());
    EXPECT_FALSE(person.is_asked());
  }
  void on_turn(Person& person, const Json& turn) override {
    received.push_back("turn " + turn.at("turn").dump());
    EXPECT_TRUE(person.is_asked());
    if (next_ == moves_.size()) {
      leave_();
      return;
    }
    person.answer(moves_[next_++]);
    EXPECT_FALSE(person.is_asked());
  }
  void on_error(Person& /*person*/, const std::string& message) override { received.push_back(message); }

  std::vector<std::string> received;

 private:
  std::vector<Json> moves_;
  std::function<void()> leave_;
  std::size_t next_ = 0;
};

class PersonTest : public testing::Test {
 protected:
  /// Plays a game of two turns in which every seat is a person; `moves` by seat.
  void play(const std::vector<std::vector<Json>>& moves) {
    std::vector<SeatSpec> entrants;
    for (std::size_t seat = 0; seat < moves.size(); ++seat) {
      scripts_.push_back(
          std::make_unique<Script>(moves[seat], [this] { series_->stop("the person has left"); }));
      people_.push_back(std::make_unique<Person>(world_.tasks(), world_.loopback(),
                                                 "p" + std::to_string(seat), *scripts_.back()));
      entrants.push_back(people_.back()->seat_spec());
    }
    SeriesSpec spec;
    spec.game = &kSums;
    spec.options = {{"seats", moves.size()}, {"turns", 2}};
    spec.clock.ms = 600'000;
    spec.plan = SeriesPlan::rotating(moves.size(), 1);
    series_.emplace(world_.tasks(), launcher_, nullptr, files_, spec, std::move(entrants),
                    MatchObservers{&games_});
    world_.run(series_->play());
    for (const auto& person : people_) {
      person->close();
    }
  }

  test_support::TempFolder folder_;
  test_support::World world_;
  Launcher launcher_{world_.tasks()};
  RecordFiles files_{folder_.path()};
  std::vector<std::unique_ptr<Script>> scripts_;
  std::vector<std::unique_ptr<Person>> people_;
  std::optional<Series> series_;
  test_support::PlayedAttempts games_;
};

TEST_F(PersonTest, PlaysAMatchLikeAnyOther) {
  play({{1, 2}, {4, 4}});
  ASSERT_EQ(games_.all().size(), 1U);
  EXPECT_THAT(games_.all()[0].result.scores, ElementsAre(3, 8));
  EXPECT_EQ(games_.all()[0].result.seats[1].player, "p1");
  EXPECT_EQ(games_.all()[0].result.seats[1].faults(), 0);
  EXPECT_THAT(scripts_[1]->received, ElementsAre("start of p1", "turn 0", "turn 1"));
  EXPECT_EQ(test_support::read_file(games_.all()[0].record), games_.all()[0].result.record);
}

TEST_F(PersonTest, IsToldWhatWasWrong) {
  play({{7, 2}});
  EXPECT_THAT(scripts_[0]->received, ElementsAre("start of p0", "turn 0", "7 is over 5", "turn 1"));
}

TEST_F(PersonTest, MayLeaveAndTheMatchIsVoid) {
  play({{1}, {1, 1}});
  ASSERT_EQ(games_.all().size(), 1U) << "it is not played again";
  EXPECT_TRUE(games_.all()[0].result.is_void);
  EXPECT_EQ(games_.all()[0].result.why, "the person has left");
  EXPECT_EQ(games_.all()[0].record.filename(), "sums-1g1.a1.jsonl");
}

TEST_F(PersonTest, LetsTheLoopRunDryOnceClosed) {
  play({{1, 1}});
  launcher_.close();
  world_.run_dry();
  EXPECT_EQ(world_.tasks().running(), 0U);
}

}  // namespace
}  // namespace referee::play
