#include "referee/tournament/run/tournament.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/sample_record.h"
#include "tests/support/tournament_fixture.h"

namespace referee {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kNow{100h};

TEST(ReportPace, TheFirstOnesAreDueAtOnce) { EXPECT_LE(ReportPace().due(), kNow); }

TEST(ReportPace, TheLongerTheyTookTheLongerTheyStand) {
  ReportPace pace;
  pace.written(kNow, kNow + 1ms);
  EXPECT_EQ(pace.due(), kNow + 1ms + 50ms);
  pace.written(kNow, kNow + 20ms);
  EXPECT_EQ(pace.due(), kNow + 20ms + 1s);
}

TEST(ReportPace, ALongOneMakesNoPauseInWhichAllThatItCoversGrowsWithoutBound) {
  ReportPace pace;
  pace.written(kNow, kNow + 10min);
  EXPECT_EQ(pace.due(), kNow + 10min + 30s);
}

using test_support::always;
using test_support::silent;
using test_support::single_games;
using test_support::started_by_hand;
using test_support::sums_tournament;
using test_support::swiss;
using test_support::TempFolder;
using test_support::TournamentFixture;
using testing::Contains;
using testing::IsEmpty;

// ---- from start to end ----

TEST(Tournament, ReportsAreWrittenAfterEveryRound) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, swiss(2));
  config.between_rounds = BetweenRounds::manual;
  TournamentFixture fixture(config);
  fixture.start({{"alice", always(1)}});
  EXPECT_EQ(fixture.standings()["round"], 0) << "there from the start";
  fixture.enter("bob", always(2));
  fixture.until([&] { return fixture.standings()["round"] == 1; });
  EXPECT_EQ(fixture.standings()["finished"], false);
  EXPECT_EQ(fixture.standing("bob")["points"], 1);
}

TEST(Tournament, ARecordThatCannotBeWrittenIsWrittenLater) {
  const TempFolder folder;
  TournamentFixture fixture(
      sums_tournament(folder, {"alice", "bob"}, {{"kind", "round_robin"}, {"best_of", 2}}));
  const std::filesystem::path records = fixture.config().reports / "records";
  const std::filesystem::path aside = folder / "aside";
  const auto play_game = [&](std::size_t game) {
    for (const char* const name : {"alice", "bob"}) {
      fixture.until_received(name, "start", game);
      fixture.until_asked(name);
    }
    fixture.move("alice", 1);
    fixture.move("bob", 2);
    fixture.until_received("bob", "end", game);
  };
  fixture.start({{"alice", silent()}, {"bob", silent()}});
  fixture.until_asked("alice");
  std::filesystem::rename(records, aside);
  test_support::write_file(records, "no folder");
  play_game(1);
  EXPECT_EQ(fixture.record("r1t1g1.jsonl"), "");
  std::filesystem::remove(records);
  std::filesystem::rename(aside, records);
  play_game(2);
  fixture.play();
  for (const std::string match : {"r1t1g1", "r1t1g2"}) {
    EXPECT_EQ(fixture.record(match + ".jsonl"), fixture.stored_record(match, 1));
    EXPECT_NE(fixture.record(match + ".jsonl"), "");
  }
}

// ---- stopping ----

TEST(TournamentStop, RunningMatchesEndAndTheReportsHaveThem) {
  // At the first signal no match begins, running ones end, and the reports are written.
  const TempFolder folder;
  TournamentFixture fixture(
      sums_tournament(folder, {"alice", "bob"}, {{"kind", "round_robin"}, {"best_of", 3}}));
  fixture.start({{"alice", silent()}, {"bob", silent()}});
  fixture.until_asked("alice");
  fixture.until_asked("bob");
  fixture.drain();
  fixture.move("alice", 1);
  fixture.move("bob", 2);
  fixture.play();
  EXPECT_EQ(fixture.received("bob", "end").size(), 1U);
  EXPECT_EQ(fixture.received("bob", "start").size(), 1U) << "no new match";
  fixture.until_told("bob", "the referee is stopping: no new game begins");
  EXPECT_FALSE(fixture.tournament().finished());
  EXPECT_EQ(fixture.standings()["finished"], false);
  EXPECT_EQ(fixture.standings()["encounters"][0]["games"].size(), 1U) << "it ended after the signal";
}

TEST(TournamentStop, AMatchThatWaitsForItsPlayersIsNotBegun) {
  const TempFolder folder;
  TournamentFixture fixture(started_by_hand(sums_tournament(folder, {"alice", "bob"}, single_games())));
  fixture.start({{"alice", silent()}});
  fixture.world().poll();
  fixture.ask({"start"});
  fixture.until_told("alice", "match r1t1g1 is called");
  fixture.stop();
  EXPECT_THAT(fixture.stored().games, IsEmpty());
}

// ---- seeds that stay secret ----

/// Games of an instance with a seed: two rounds, unless `format` says otherwise.
TournamentConfig with_seeds(const TempFolder& folder, Json options = {{"turns", 1}},
                            const Json& format = swiss(2)) {
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, format, options);
  config.instances = Instances(Json::parse(R"([{"seed":7}])"), "instances", *config.game, options);
  config.between_rounds = BetweenRounds::manual;
  return config;
}

TEST(TournamentSeeds, AnInstanceThatIsPlayedAgainIsRevealedOnceTheTournamentIsOver) {
  // Tournaments 2.7: until then seed and salt are null, and there is no record.
  const TempFolder folder;
  TournamentFixture fixture(with_seeds(folder));
  fixture.start({{"alice", always(1)}, {"bob", always(2)}});
  fixture.until_round_is_over(1);
  fixture.until_received("bob", "end");
  EXPECT_EQ(fixture.received("bob", "end")[0]["seed"], Json());
  EXPECT_EQ(fixture.received("bob", "end")[0]["salt"], Json());
  EXPECT_EQ(fixture.record("r1t1g1.jsonl"), "");
  fixture.ask({"start"});
  fixture.until_round_is_over(2);
  EXPECT_EQ(fixture.record("r2t1g1.jsonl"), "");
  fixture.ask({"start"});
  fixture.play();
  const Json first = test_support::head_of(fixture.record("r1t1g1.jsonl"));
  const Json second = test_support::head_of(fixture.record("r2t1g1.jsonl"));
  EXPECT_EQ(first["seed"], 7);
  EXPECT_EQ(second["seed"], 7);
  EXPECT_EQ(first["salt"], second["salt"]) << "the same instance";
}

TEST(TournamentSeeds, AnAttemptWithoutARecordLeavesNoFile) {
  const TempFolder folder;
  TournamentFixture fixture(with_seeds(folder));
  fixture.parts().match_scheduler.set_attempts("r1t1g1", 1);  // a worker had it, and it was called off
  fixture.start({{"alice", always(1)}, {"bob", always(2)}});
  fixture.until_round_is_over(1);
  fixture.ask({"start"});
  fixture.until_round_is_over(2);
  fixture.ask({"start"});
  fixture.play();
  EXPECT_EQ(test_support::head_of(fixture.record("r1t1g1.jsonl"))["attempt"], 2);
  EXPECT_FALSE(std::filesystem::exists(folder / "out/records/r1t1g1.a1.jsonl"));
}

// Tournaments 2.7, 7.3: a game that is taken out, and that its match does not need again, has a record, too.
TEST(TournamentSeeds, AVoidAttemptThatIsNotPlayedAgainIsRevealedOnceTheTournamentIsOver) {
  const TempFolder folder;
  const TournamentConfig config = with_seeds(folder, {{"turns", 1}}, swiss(1, 3));
  {
    TournamentFixture fixture(config);
    fixture.start({{"alice", silent()}, {"bob", always(2)}});
    std::size_t turns = 0;
    for (const int digit : {1, 5, 1}) {  // bob wins without game 2
      fixture.until_received("alice", "turn", ++turns);
      fixture.move("alice", digit);
    }
    fixture.until_round_is_over(1);
    const std::string answer =
        "match r1t1g2 is void, and not played again: the other games at its table decide";
    EXPECT_EQ(fixture.ask({"rerun", "r1t1g2", "wrong", "map"}).text, answer);
    EXPECT_THAT(fixture.notes(), Contains(answer + ": wrong map"));
    EXPECT_EQ(fixture.record("r1t1g2.a1.jsonl"), "") << "still secret";
    fixture.ask({"start"});
    fixture.play();
    EXPECT_EQ(fixture.received("alice", "start").size(), 3U);
    EXPECT_EQ(test_support::last_of(fixture.record("r1t1g2.a1.jsonl"))["status"], "void");
    EXPECT_EQ(fixture.record("r1t1g2.jsonl"), "");
    EXPECT_NE(fixture.record("r1t1g3.jsonl"), "");
  }
  std::filesystem::remove_all(config.reports);
  TournamentFixture again(config);
  again.play();
  EXPECT_NE(again.record("r1t1g2.a1.jsonl"), "") << "nor does a start that finds no reports forget it";
}

// Tournaments 2.7, 7.1: then the record has been handed out as that of a game that counts.
TEST(TournamentSeeds, AGameThatIsCancelledAfterTheEndIsShownAsVoid) {
  const TempFolder folder;
  TournamentConfig config = with_seeds(folder, {{"turns", 1}}, swiss(1));
  config.between_rounds = BetweenRounds::go_on;
  TournamentFixture fixture(config);
  fixture.enter("alice", always(1));
  fixture.enter("bob", always(2));
  fixture.play();
  EXPECT_NE(fixture.record("r1t1g1.jsonl"), "");
  EXPECT_TRUE(fixture.ask({"void", "r1t1g1"}).ok);
  EXPECT_EQ(fixture.record("r1t1g1.jsonl"), "");
  EXPECT_NE(fixture.record("r1t1g1.a1.jsonl"), "");
}

}  // namespace

}  // namespace referee
