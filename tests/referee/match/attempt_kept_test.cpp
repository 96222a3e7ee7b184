#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "referee/match/bot_attempt.h"
#include "referee/record/replay.h"
#include "tests/support/able_bot.h"
#include "tests/support/temp_folder.h"
#include "tests/support/world.h"

namespace referee {
namespace {

using test_support::kAbleBot;
using test_support::World;
using testing::EndsWith;

/// Attempts of a match of Walls between two such bots, one after another.
class KeptAttempts : public testing::Test {
 protected:
  ~KeptAttempts() override {
    attempt_.reset();
    world_.run(kept_.end());
    launcher_.close();
    world_.run_dry();
  }

  void prepare(const std::string& at_new_match, std::optional<Confinement> confinement = std::nullopt,
               bool another_follows = true) {
    attempt_.reset();
    BotCommand command{{"sh", "-c", kAbleBot, "sh", at_new_match}};
    command.confinement = std::move(confinement);
    MatchJob job = test_support::job_of_two(command);
    job.another_follows = another_follows;
    attempt_.emplace(world_.tasks(), launcher_, std::move(job), MatchObservers{}, &kept_);
    world_.run(attempt_->gather());
    world_.run(attempt_->begin());
  }
  /// Plays it to its end; what each bot has told.
  std::pair<std::string, std::string> play() {
    std::optional<MatchResult> result;
    world_.run(played(result));
    attempt_->tell_end(*result);
    EXPECT_TRUE(result->is_void || !verify_record(result->record).difference);
    world_.run(attempt_->stop_bots());
    return {attempt_->stderr_of(0).text(), attempt_->stderr_of(1).text()};
  }

  World world_;
  Launcher launcher_{world_.tasks()};
  bool more_ = true;
  KeptBots kept_{launcher_, 2, [this] { return more_; }};
  std::optional<BotAttempt> attempt_;

 private:
  Task<> played(std::optional<MatchResult>& result) {
    MatchResult out = co_await attempt_->play();
    result = std::move(out);
  }
};

TEST_F(KeptAttempts, TheSameProcessesPlayTheNextMatch) {
  prepare("hello");
  const auto first = play();
  EXPECT_NE(first.first, first.second);
  EXPECT_EQ(attempt_->how_bot_ended(0), "");
  prepare("hello");
  EXPECT_EQ(play(), first);
}

TEST_F(KeptAttempts, WhoDoesNotSayHelloAgainHasEndedInTheMatchBefore) {
  prepare("exit 3");
  const auto first = play();
  EXPECT_THAT(attempt_->how_bot_ended(0), testing::StartsWith("exit status 3"));
  prepare("hello");
  const auto second = play();
  EXPECT_NE(second.first, first.first);
  EXPECT_NE(second.second, first.second);
  EXPECT_FALSE(kept_.wants("a"));
}

TEST_F(KeptAttempts, WhatABotTellsBeforeItsHelloBelongsToTheMatchBefore) {
  prepare("echo over >&2; hello");
  const auto first = play();
  EXPECT_THAT(first.first, EndsWith("\nover\n"));
  prepare("echo over >&2; hello");  // the bots are the same
  EXPECT_EQ(play(), first);
}

TEST_F(KeptAttempts, NobodyIsAskedAfterTheLastMatch) {
  prepare("exit 3");
  more_ = false;
  play();
  EXPECT_EQ(attempt_->how_bot_ended(0), "");
}

TEST_F(KeptAttempts, NobodyIsAskedInAMatchThatNoOtherFollows) {
  prepare("exit 3", std::nullopt, false);
  play();
  EXPECT_EQ(attempt_->how_bot_ended(0), "") << "it was told bye";
}

TEST_F(KeptAttempts, AProcessWithMuchMemoryIsNotKept) {
  Confinement confinement;
  confinement.memory_mib = 3;  // a quarter of it is less than any shell has
  prepare("exit 3", confinement);
  play();
  EXPECT_EQ(attempt_->how_bot_ended(0), "") << "it was told bye";
}

TEST_F(KeptAttempts, AVoidMatchKeepsNobody) {
  prepare("exit 3");
  attempt_->abort("by order");
  play();
  EXPECT_EQ(attempt_->how_bot_ended(0), "") << "it was told bye";
}

TEST_F(KeptAttempts, AProcessWithoutProcessorTimeLeftIsNotKept) {
  Confinement confinement;
  confinement.cpu_s = 0;
  prepare("exit 3", confinement);
  play();
  EXPECT_EQ(attempt_->how_bot_ended(0), "") << "it was told bye";
}

TEST_F(KeptAttempts, AnAbortEndsTheWaitForAHello) {
  const test_support::TempFolder folder;
  const std::filesystem::path asked = folder / "asked";
  prepare("touch " + asked.string() + "; echo asked >&2");  // what it tells wakes the loop
  bool over = false;
  const auto play_and_stop = [](Attempt& attempt, bool& done) -> Task<> {
    const MatchResult ended = co_await attempt.play();
    attempt.tell_end(ended);
    co_await attempt.stop_bots();
    done = true;
  };
  world_.tasks().start("play", play_and_stop(*attempt_, over));
  world_.until([&] { return std::filesystem::exists(asked); });
  EXPECT_FALSE(over);
  attempt_->abort("interrupted");
  world_.until([&] { return over; });
  EXPECT_EQ(attempt_->how_bot_ended(0), "");
}

}  // namespace
}  // namespace referee
