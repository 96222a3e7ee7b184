#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "referee/record/replay.h"
#include "tests/support/sample_record.h"
#include "tests/support/tournament_fixture.h"

// A tournament that goes on where an earlier run of the program has left it.

namespace referee {
namespace {

using test_support::always;
using test_support::Gate;
using test_support::MatchTable;
using test_support::move_line;
using test_support::Peer;
using test_support::silent;
using test_support::single_games;
using test_support::sums_tournament;
using test_support::TempFolder;
using test_support::TournamentFixture;
using testing::ElementsAre;
using Status = StoredAttempt::Status;

Json best_of_3() { return {{"kind", "round_robin"}, {"best_of", 3}}; }

/// The folder of a tournament, and a copy of it as a crash would leave it.
class ResumeTest : public testing::Test {
 protected:
  /// The files as they are now: what the disk holds if the program dies at this moment.
  TournamentConfig crashed(const TournamentConfig& config) const { return crashed(config, folder_, copy_); }
  static TournamentConfig crashed(TournamentConfig config, const TempFolder& from, const TempFolder& to) {
    std::filesystem::copy(from.path(), to.path(), std::filesystem::copy_options::recursive);
    std::filesystem::remove(to / "t.db.lock");
    config.store = to / "t.db";
    config.reports = to / "out";
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
  /// Alice and bob come back, and play to the end.
  static void play_on(TournamentFixture& fixture) {
    fixture.bots_resume();
    fixture.enter("alice", always("left"));
    fixture.enter("bob", always("left"));
    fixture.play();
  }
  static std::vector<std::int64_t> resumed_turns(const std::string& record) {
    std::vector<std::int64_t> turns;
    for (const std::string& line : test_support::lines_of(record)) {
      const Json json = Json::parse(line);
      if (json.contains("resumed")) {
        turns.push_back(json.at("turn"));
      }
    }
    return turns;
  }

  Gate gate_;
  std::unique_ptr<TournamentFixture> before_;
};

TEST_F(GoingOn, ItsBotsDoNotGetReadyAgainBecauseTheyAreInTheMatchStill) {
  // PROTOCOL.md: "A match that goes on after a crash of the referee begins without new_match."
  TournamentFixture fixture(interrupted(walls()));
  fixture.bots_take_new_match();
  play_on(fixture);
  EXPECT_TRUE(fixture.received("bob", "new_match").empty());
  EXPECT_EQ(fixture.standing("bob")["faults"], 0);
}

TEST_F(GoingOn, AMatchWhoseBotsResumeGoesOnAtTheOpenTurn) {
  // Tournaments 6.4
  TournamentFixture fixture(interrupted(walls()));
  ASSERT_EQ(fixture.opened().resumable.size(), 1U);
  EXPECT_TRUE(fixture.opened().interrupted.empty());
  play_on(fixture);
  const std::string record = fixture.record("r1t1g1.jsonl");
  const Verified verified = verify_record(record);
  EXPECT_FALSE(verified.difference) << verified.difference->text();
  EXPECT_FALSE(verified.is_void);
  EXPECT_EQ(test_support::head_of(record)["attempt"], 1);
  EXPECT_THAT(resumed_turns(record), ElementsAre(3));
  EXPECT_EQ(fixture.received("bob", "past").size(), 3U);
  EXPECT_EQ(fixture.received("alice", "past").size(), 3U);
  EXPECT_EQ(fixture.received("bob", "turn").front()["turn"], 3);
  const auto games = fixture.stored().games;
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games[0].status, Status::done);
  EXPECT_EQ(fixture.standing("bob")["faults"], 0);
  EXPECT_FALSE(std::filesystem::exists(turns_folder(fixture.config().store) / "r1t1g1.a1"));
}

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
  fixture.dial("carol", silent(), "");  // before the tournament resumes
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
  fixture.start({{"alice", always(1)}, {"bob", silent()}});
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
