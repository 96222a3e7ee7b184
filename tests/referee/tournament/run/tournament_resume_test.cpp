#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "protocol/fields.h"
#include "referee/match/replay.h"
#include "tests/support/sample_record.h"
#include "tests/support/tournament_fixture.h"

// A tournament that goes on where an earlier run of the program has left it.

namespace referee {
namespace {

using test_support::always;
using test_support::silent;
using test_support::single_games;
using test_support::sums_tournament;
using test_support::TempFolder;
using test_support::TournamentFixture;
using testing::ElementsAre;
using testing::HasSubstr;
using Status = StoredAttempt::Status;

Json best_of_3() { return {{"kind", "round_robin"}, {"best_of", 3}}; }

/// Where a tournament lives, and what a crash leaves of it at some moment.
class ResumeTest : public testing::Test {
 protected:
  /// The files as they are now: what the disk holds if the program dies at this moment.
  TournamentConfig crashed(TournamentConfig config) const {
    std::filesystem::copy(folder_.path(), copy_.path(), std::filesystem::copy_options::recursive);
    std::filesystem::remove(copy_ / "t.db.lock");
    config.store = copy_ / "t.db";
    config.reports = copy_ / "out";
    return config;
  }

  TempFolder folder_;
  TempFolder copy_;
};

TEST_F(ResumeTest, GoesOnWithTheRemainingMatchesAndReplaysNoFinishedOne) {
  // Tournaments 6.3: finished matches stand.
  const TournamentConfig config = sums_tournament(folder_, {"alice", "bob"}, best_of_3());
  {
    TournamentFixture fixture(config);
    fixture.start();
    fixture.enter("alice", always(1));
    fixture.enter("bob", silent());
    fixture.until_asked("bob");
    fixture.move("bob", 0);
    fixture.until_received("bob", "turn", 2);
    fixture.drain();
    fixture.move("bob", 4);
    fixture.play();
  }
  TournamentFixture fixture(config);
  EXPECT_TRUE(fixture.opened().resumed);
  EXPECT_EQ(fixture.tournament().matches_played(), 2U);
  fixture.enter("alice", always(1));
  fixture.enter("bob", always(4));
  fixture.play();
  ASSERT_EQ(fixture.received("bob", "start").size(), 1U);
  EXPECT_EQ(fixture.received("bob", "start")[0]["match"], "r1t1g3");
  EXPECT_EQ(fixture.standing("bob")["wins"], 2);
  EXPECT_EQ(fixture.standing("alice")["wins"], 1);
  EXPECT_EQ(fixture.standings()["finished"], true);
}

TEST_F(ResumeTest, AMatchThatWasRunningIsVoidAndANewAttempt) {
  // Tournaments 6.3: a running match is void and played again. Walls, so that the record can be replayed.
  Json json = {{"name", "Spring"}, {"game", "walls"}, {"options", {{"n", 3}}}, {"format", single_games()}};
  json["entrants"] = Json::array();
  for (const char* name : {"alice", "bob"}) {
    json["entrants"].push_back({{"name", name}, {"token_sha256", test_support::dialling(name).token_sha256}});
  }
  const TournamentConfig config = test_support::tournament(folder_, json);
  TournamentFixture before(config);
  before.start();
  before.enter("alice", always("left"));
  before.enter("bob", silent());
  before.until_asked("bob");
  const auto journaled = [&] { return test_support::lines_of(before.stored_record("r1t1g1", 1)).size(); };
  before.until([&] { return journaled() == 2; });

  TournamentFixture fixture(crashed(config));
  ASSERT_EQ(fixture.opened().interrupted.size(), 1U);
  fixture.enter("alice", always("left"));
  fixture.enter("bob", always("left"));
  fixture.play();
  const std::string broken = fixture.record("r1t1g1.a1.jsonl");
  const Verified verified = verify_record(broken);
  EXPECT_TRUE(verified.is_void);
  EXPECT_EQ(verified.turns, 1);
  EXPECT_FALSE(verified.difference) << verified.difference->text();
  EXPECT_EQ(test_support::head_of(fixture.record("r1t1g1.jsonl"))["attempt"], 2);
  const auto games = fixture.stored().games;
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0].status, Status::voided);
  EXPECT_EQ(games[1].status, Status::done);
}

TEST_F(ResumeTest, ReportsThatAreLostAreWrittenAgain) {
  // Records and reports come from the store.
  const TournamentConfig config = sums_tournament(folder_, {"alice", "bob"}, single_games());
  std::string record;
  {
    TournamentFixture fixture(config);
    fixture.enter("alice", always(1));
    fixture.enter("bob", always(2));
    fixture.play();
    record = fixture.record("r1t1g1.jsonl");
  }
  std::filesystem::remove_all(config.reports);
  TournamentFixture fixture(config);
  fixture.play();
  EXPECT_EQ(fixture.record("r1t1g1.jsonl"), record);
  EXPECT_EQ(fixture.standings()["finished"], true);
  EXPECT_EQ(fixture.standing("bob")["points"], 1);
}

// Tournaments 7.5: decisions hold after another start.
TEST_F(ResumeTest, WhatTheArbiterHasChangedStays) {
  TournamentConfig config =
      sums_tournament(folder_, {"alice", "bob"}, {{"kind", "swiss"}, {"rounds", 1}, {"best_of", 2}});
  config.between_rounds = BetweenRounds::manual;
  TournamentFixture before(config);
  before.start();
  before.enter("alice", always(1));
  before.enter("bob", always(2));
  before.until_round_is_over(1);
  before.ask({"void", "r1t1g1"});
  before.leave("alice");
  before.ask({"rerun", "r1t1g2"});

  TournamentFixture fixture(crashed(config));
  fixture.enter("alice", always(1));
  fixture.enter("bob", always(2));
  fixture.start();
  fixture.until([&] { return fixture.tournament().waiting(); });
  ASSERT_EQ(fixture.received("bob", "start").size(), 1U);
  EXPECT_EQ(fixture.received("bob", "start")[0]["match"], "r1t1g2");
  EXPECT_TRUE(fixture.tournament().ledger().struck({1, 1, 1}));
  EXPECT_EQ(fixture.tournament().ledger().attempt_of({1, 1, 2}), 2);
  EXPECT_THAT(fixture.notes(), ElementsAre("match r1t1g1 counts for nobody", "match r1t1g2 is played again"));
}

TEST_F(ResumeTest, AnotherTournamentIsRefused) {
  // Tournaments 10.3: the frozen part stays.
  TournamentConfig config = sums_tournament(folder_, {"alice", "bob"}, single_games());
  { const TournamentFixture fixture(config); }
  config.seed = 43;
  try {
    const TournamentFixture fixture(config);
    FAIL() << "no exception";
  } catch (const std::invalid_argument& wrong) {
    EXPECT_THAT(wrong.what(), HasSubstr("test.json: seed: got 43, expected 42"));
  }
}

// Tournaments 1.4: nor after another start.
TEST_F(ResumeTest, NobodyEntersARoundRobinThatHasBegun) {
  TournamentConfig config = sums_tournament(folder_, {"alice", "bob"}, single_games());
  config.registration.open = true;
  {
    TournamentFixture fixture(config);
    fixture.start();
    fixture.enter("alice", silent());
    fixture.enter("bob", silent());
    fixture.until_asked("bob");
  }
  TournamentFixture fixture(config);
  fixture.dial("carol", silent(), "");  // before it goes on to play
  fixture.until([&] { return !fixture.received("carol").empty(); });
  EXPECT_EQ(fixture.received("carol")[0]["code"], "bad_name");
}

// Tournaments 2.7: nor after another start.
TEST_F(ResumeTest, SeedsThatAreSecretStaySo) {
  TournamentConfig config = sums_tournament(folder_, {"alice", "bob"}, best_of_3());
  config.instances = Instances(Json::parse(R"([{"seed":7}])"), "instances", *config.game, {{"turns", 1}});
  TournamentFixture before(config);
  before.start();
  before.enter("alice", always(1));
  before.enter("bob", silent());
  before.until_asked("bob");
  before.move("bob", 0);
  before.until_received("bob", "turn", 2);

  TournamentFixture fixture(crashed(config));
  fixture.start();
  fixture.enter("alice", always(1));
  fixture.enter("bob", silent());
  fixture.until_asked("bob");
  EXPECT_EQ(fixture.received("bob", "start")[0]["match"], "r1t1g2");
  EXPECT_EQ(fixture.record("r1t1g1.jsonl"), "");
  EXPECT_EQ(fixture.record("r1t1g2.a1.jsonl"), "") << "interrupted";
  fixture.move("bob", 0);
  fixture.play();
  EXPECT_NE(fixture.record("r1t1g1.jsonl"), "");
  EXPECT_NE(fixture.record("r1t1g2.a1.jsonl"), "");
  EXPECT_EQ(test_support::head_of(fixture.record("r1t1g2.jsonl"))["attempt"], 2);
}

}  // namespace
}  // namespace referee
