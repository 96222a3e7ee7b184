#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/support/sample_record.h"
#include "tests/support/tournament_fixture.h"

// A tournament that goes on where an earlier run of the program has left it. That nothing is lost, told too
// early or asked again after a crash: tests/world.

namespace referee {
namespace {

using test_support::always;
using test_support::Gate;
using test_support::MatchTable;
using test_support::move_line;
using test_support::Peer;
using test_support::single_games;
using test_support::sums_tournament;
using test_support::TempFolder;
using test_support::TournamentFixture;

/// The folder of a tournament, and a copy of it as a crash would leave it.
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

/// A match of Walls that is interrupted at turn 3, when its two bots have seen turn 3.
class GoingOn : public ResumeTest {
 protected:
  static MatchTable::Script left_until(int turn) {
    return [turn](Peer& peer, const Json& message) {
      if (message["type"] == "turn" && message["turn"] < turn) {
        peer.send(move_line(message, "left"));
      }
    };
  }
  TournamentConfig walls() const {
    Json json = {{"name", "Spring"}, {"game", "walls"}, {"options", {{"n", 3}}}, {"format", single_games()}};
    json["entrants"] = Json::array();
    for (const char* name : {"alice", "bob"}) {
      json["entrants"].push_back(
          {{"name", name}, {"token_sha256", test_support::dialling(name).token_sha256}});
    }
    return test_support::tournament(folder_, json);
  }
  /// What a crash leaves of it before the store has been given any turn.
  TournamentConfig interrupted(const TournamentConfig& config) {
    before_ =
        std::make_unique<TournamentFixture>(config, test_support::gated_store(config, gate_, "journal"));
    gate_.shut();
    before_->start();
    before_->bots_resume();
    before_->enter("alice", left_until(3));
    before_->bots_resume();
    before_->enter("bob", left_until(3));
    until_asked(*before_, 3);
    TournamentConfig after = crashed(config);
    gate_.open();
    return after;
  }
  /// Until bob has been asked that turn.
  static void until_asked(TournamentFixture& fixture, int turn) {
    fixture.until([&] {
      const auto turns = fixture.received("bob", "turn");
      return !turns.empty() && turns.back()["turn"] == turn;
    });
  }

  Gate gate_;
  std::unique_ptr<TournamentFixture> before_;
};

// Tournaments 6.4: it is asked again at the open turn; who is not back after grace_ms is disconnected.
TEST_F(GoingOn, WhoIsNotBackInTimeIsDisconnected) {
  TournamentConfig config = walls();
  config.clock =
      ClockSpec::read(Json::parse(R"({"kind":"per_move","ms":2000,"silence_ms":100000})"), "clock");
  TournamentConfig again = interrupted(config);
  again.grace = Milliseconds{1};
  TournamentFixture fixture(again);
  fixture.bots_resume();
  fixture.enter("bob", always("left"));
  fixture.start();
  until_asked(fixture, 5);
  const std::filesystem::path file = turns_folder(again.store) / "r1t1g1.a1";
  const Json turn = Json::parse(test_support::lines_of(test_support::read_file(file))[4]);
  EXPECT_EQ(turn["turn"], 4);
  EXPECT_EQ(turn["answers"][0]["verdict"], "disconnected");
}

TEST_F(GoingOn, TheArbiterMayHaveItPlayedAgainBeforeItGoesOn) {
  TournamentFixture fixture(interrupted(walls()));
  fixture.bots_resume();
  fixture.enter("alice", always("left"));
  fixture.start();
  fixture.until_told("alice", "match r1t1g1 goes on when its players are back");
  EXPECT_TRUE(fixture.ask({"rerun", "r1t1g1"}).ok);
  fixture.enter("bob", always("left"));
  fixture.play();
  EXPECT_EQ(test_support::head_of(fixture.record("r1t1g1.jsonl"))["attempt"], 2);
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

TEST_F(ResumeTest, ATournamentThatWasOverDoesNotWaitForTheArbiterAgain) {
  TournamentConfig config = sums_tournament(folder_, {"alice", "bob"}, single_games());
  {
    TournamentFixture fixture(config);
    fixture.enter("alice", always(1));
    fixture.enter("bob", always(2));
    fixture.play();
  }
  config.between_rounds = BetweenRounds::manual;
  TournamentFixture fixture(config);
  fixture.play();
  EXPECT_FALSE(fixture.tournament().waiting());
  EXPECT_EQ(fixture.standings()["finished"], true);
}

}  // namespace
}  // namespace referee
