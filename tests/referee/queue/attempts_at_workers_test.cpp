#include "referee/queue/attempts_at_workers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engines/registry.h"
#include "protocol/messages.h"
#include "referee/match/attempt_runner.h"
#include "referee/queue/match_outcome.h"
#include "referee/rules/rules_entry.h"
#include "tests/support/fake_board.h"
#include "tests/support/sample_record.h"
#include "tests/support/temp_folder.h"
#include "tests/support/world.h"

// Attempts by workers that do what the test says.

namespace referee::queue {
namespace {

using test_support::FakeBoard;
using test_support::World;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Kind = EndedAttempt::Kind;

FakeBoard::Answer answer(const MatchOutcome& outcome) {
  return {JobNews::State::over, protocol::dump(json_of(outcome)), ""};
}

/// Hooks that note which attempts were kept.
class KeepingHooks final : public AttemptHooks {
 public:
  Task<> keep(PlayedAttempt& played) override {
    kept_.push_back(played.job.spec.attempt);
    co_return;
  }

  std::vector<int> kept_;
};

/// A match of Walls between two entrants who are absent.
class AttemptsAtWorkersTest : public testing::Test {
 protected:
  AttemptsAtWorkersTest() {
    job_.spec.id = "m1";
    job_.spec.game = engines::find_game("walls");
    job_.spec.options = {{"n", 3}};
    job_.spec.worker = R"({"cpu":"","cpus":1,"kernel":"","name":"w7","sandbox":"none"})";
    job_.seats = {{"anna"}, {"ben"}};
  }
  ~AttemptsAtWorkersTest() override { world_.run_dry(); }

  /// What comes of the attempt on this machine.
  MatchResult played_here() {
    Launcher launcher(world_.tasks());
    AttemptHooks hooks;
    AttemptRunner runner(world_.tasks(), launcher, job_, hooks);
    std::optional<PlayedAttempt> here;
    world_.run(put(here, runner));
    launcher.close();
    return here->result;
  }
  /// What a worker hands in that has played the attempt; `replay`: beside it.
  static FakeBoard::Answer handed_in(const std::string& record, const std::string& replay = "") {
    FakeBoard::Answer made =
        answer(PlayedOutcome{record, {"", ""}, {MarkedText(), MarkedText("words")}, 1.5});
    made.built = replay;
    return made;
  }
  FakeBoard::Answer played() { return handed_in(played_here().record); }
  void begin() { world_.tasks().start("attempt", play_at_place()); }
  EndedAttempt play() {
    begin();
    world_.until([this] { return ended_.has_value(); });
    return *std::exchange(ended_, std::nullopt);
  }
  void until_claimed() {
    board_.worker_ = [](const StoredJob&) { return FakeBoard::Answer{JobNews::State::claimed}; };
    begin();
    world_.until([this] { return place_.begun(); });
  }

  World world_;
  FakeBoard board_{world_};
  RemoteJobs jobs_{world_.tasks(), board_.board(), {}};
  RemoteMatches matches_{jobs_};
  AttemptsAtWorkers place_{matches_};
  MatchJob job_;
  KeepingHooks hooks_;
  std::optional<EndedAttempt> ended_;

 private:
  static Task<> put(std::optional<PlayedAttempt>& to, AttemptRunner& runner) {
    auto played = co_await runner.play();
    to = std::move(played);
  }
  Task<> play_at_place() {
    EndedAttempt ended = co_await place_.play(job_, hooks_, {});
    ended_ = std::move(ended);
  }
};

TEST_F(AttemptsAtWorkersTest, WhatWasPlayedIsKeptAndItsJobIsRemoved) {
  board_.worker_ = [made = played()](const StoredJob& job) {
    EXPECT_EQ(job.slots, 1);
    return made;
  };
  const EndedAttempt ended = play();
  EXPECT_EQ(ended.kind, Kind::played);
  EXPECT_EQ(ended.played.job.spec.attempt, 1);
  EXPECT_EQ(ended.played.result.no_show.size(), 2U);
  EXPECT_EQ(ended.played.bot_stderr[0].text(), "");
  EXPECT_EQ(ended.played.bot_stderr[1].text(), "words");
  EXPECT_THAT(hooks_.kept_, ElementsAre(1));
  EXPECT_THAT(board_.removed(), ElementsAre("m1/1"));
  EXPECT_EQ(job_.spec.attempt, 2);
}

TEST_F(AttemptsAtWorkersTest, AMatchThatIsBoundToThisMachineIsNotForWorkers) {
  EXPECT_TRUE(matches_.can_play(job_));
  MatchJob here = job_;
  here.saved.emplace();
  EXPECT_FALSE(matches_.can_play(here));
  here = job_;
  here.seats[0].bot.emplace(BotCommand{{"/bin/true"}});
  EXPECT_FALSE(matches_.can_play(here)) << "it is not confined to its folder";
  here.seats[0].bot->confinement.emplace();
  EXPECT_TRUE(matches_.can_play(here));
  here.seats[0].bot->confinement->readable = {"/usr/share"};
  EXPECT_FALSE(matches_.can_play(here));
}

TEST_F(AttemptsAtWorkersTest, TakesASlotForEachBotThatIsAskedAtOnce) {
  BotCommand bot{{"/bin/true"}};
  bot.confinement.emplace();
  board_.worker_ = [](const StoredJob&) { return FakeBoard::Answer{JobNews::State::lost}; };
  job_.seats = {{"anna", bot}, {"ben", bot}};
  (void)play();
  job_.spec.game = engines::find_game("lightcycle");
  job_.spec.options = nlohmann::json::object();
  (void)play();
  board_.settle();
  ASSERT_EQ(board_.posted_.size(), 2U);
  EXPECT_EQ(board_.posted_[0].slots, 1);
  EXPECT_EQ(board_.posted_[1].slots, 2);
}

TEST_F(AttemptsAtWorkersTest, AReplayThatIsNotTheOneOfItsRecordIsLost) {
  const test_support::TempFolder game;
  const std::string draws =
      R"({"match_program":1,"name":"draws","version":1,"command":["sh","draws.sh"],"seats":2})";
  test_support::write_file(game / "game.json", draws);
  test_support::write_file(game / "draws.sh", R"sh(
folder=$(sed 's/.*"folder":"\([^"]*\)".*/\1/' "$1")
printf 'a draw' >"$folder/replay.txt"
echo '{"type":"result","scores":[0,0],"replay":"replay.txt"}'
)sh");
  job_.spec.game = &rules::open_rules(game.path());
  job_.spec.options = nlohmann::json::object();
  const std::vector<SeatSpec> absent = job_.seats;
  for (SeatSpec& seat : job_.seats) {
    seat.bot.emplace(BotCommand{{"/bin/true"}});  // nobody starts it
  }
  const MatchResult here = played_here();
  job_.seats = absent;
  ASSERT_TRUE(here.replay) << here.record;
  ASSERT_EQ(*here.replay->content, "a draw");
  for (const std::string replay : {"a drow", "a draw ", ""}) {
    board_.worker_ = [&](const StoredJob&) { return handed_in(here.record, replay); };
    const EndedAttempt ended = play();
    EXPECT_EQ(ended.kind, Kind::lost) << replay;
    EXPECT_THAT(ended.why, HasSubstr("the replay is not that of its record"));
  }
  EXPECT_THAT(hooks_.kept_, IsEmpty());
  board_.worker_ = [&](const StoredJob&) { return handed_in(here.record, "a draw"); };
  const EndedAttempt ended = play();
  EXPECT_EQ(ended.kind, Kind::played) << ended.why;
  EXPECT_EQ(*ended.played.result.replay->content, "a draw");
}

/// Walls, whose rules fail as those that are a program may.
class FailingRules final : public engines::Entry {
 public:
  FailingRules() : Entry("walls", engines::find_game("walls")->version, engines::find_game("walls")->clock) {}
  std::unique_ptr<engines::Game> make(const nlohmann::json&, const engines::Seed&) const override {
    throw engines::RulesFailure("game walls: no answer in 1000 ms");
  }
  engines::Facts facts(const nlohmann::json& options) const override {
    return engines::find_game("walls")->facts(options);
  }
};

TEST_F(AttemptsAtWorkersTest, RulesThatFailWhenARecordIsCheckedAreNoLossOfTheWorker) {
  board_.worker_ = [made = played()](const StoredJob&) { return made; };
  const FailingRules rules;
  job_.spec.game = &rules;
  const EndedAttempt ended = play();
  EXPECT_EQ(ended.kind, Kind::unchecked);
  EXPECT_THAT(ended.why, HasSubstr("no answer in 1000 ms"));
  EXPECT_THAT(hooks_.kept_, IsEmpty());
}

TEST_F(AttemptsAtWorkersTest, ABotThatAWorkerCannotStartIsNamedByItsSeat) {
  board_.worker_ = [](const StoredJob&) { return answer(FailedOutcome{7, true, "no such program"}); };
  const EndedAttempt ended = play();
  EXPECT_EQ(ended.kind, Kind::failed_start);
  EXPECT_EQ(ended.failure->seat(), 1U) << "a seat that there is";
  EXPECT_EQ(ended.failure->cause(), FailedStart::Cause::program);
  EXPECT_THROW(ended.failure->rethrow_error(), FailedStart);
  EXPECT_EQ(job_.spec.attempt, 1);
}

TEST_F(AttemptsAtWorkersTest, AnAttemptThatTheArbiterMakesVoidHasANumber) {
  until_claimed();
  place_.abort("by the arbiter");
  world_.until([this] { return ended_.has_value(); });
  EXPECT_EQ(ended_->kind, Kind::not_played);
  EXPECT_EQ(job_.spec.attempt, 2) << "the next has another seed";
}

TEST_F(AttemptsAtWorkersTest, WhoWithdrawsEndsTheAttempt) {
  until_claimed();
  place_.withdraw("carl");
  world_.poll();
  EXPECT_FALSE(ended_);
  place_.withdraw("ben");
  world_.until([this] { return ended_.has_value(); });
  EXPECT_EQ(ended_->kind, Kind::not_played);
  EXPECT_THAT(board_.removed(), ElementsAre("m1/1"));
}

TEST_F(AttemptsAtWorkersTest, ADrainLeavesWhatAWorkerPlays) {
  until_claimed();
  place_.drain();
  world_.poll();
  EXPECT_FALSE(ended_);
  place_.stop("the referee stops");
  world_.until([this] { return ended_.has_value(); });
  EXPECT_EQ(ended_->kind, Kind::not_played);
}

}  // namespace
}  // namespace referee::queue
