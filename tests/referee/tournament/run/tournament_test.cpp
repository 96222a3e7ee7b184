#include "referee/tournament/run/tournament.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

using test_support::always;
using test_support::silent;
using test_support::single_games;
using test_support::started_by_hand;
using test_support::sums_tournament;
using test_support::swiss;
using test_support::TempFolder;
using test_support::TournamentHall;
using testing::ElementsAre;
using testing::IsEmpty;

// ---- the course ----

// Tournaments 10.1: over when its rounds are played.
TEST(Tournament, IsPlayedRoundByRoundToItsStandings) {
  const TempFolder folder;
  TournamentHall hall(
      sums_tournament(folder, {"alice", "bob", "carol"}, {{"kind", "round_robin"}, {"best_of", 2}}));
  hall.enter("alice", always(1));
  hall.enter("bob", always(3));
  hall.enter("carol", always(2));
  hall.play();
  const Json page = hall.standings();
  EXPECT_EQ(page["finished"], true);
  EXPECT_EQ(page["rounds"], 3);
  std::vector<std::string> order;
  for (const Json& row : page["standings"]) {
    order.push_back(row["name"]);
  }
  EXPECT_THAT(order, ElementsAre("bob", "carol", "alice"));
  EXPECT_EQ(hall.standing("bob")["points"], 2);
  EXPECT_EQ(hall.standing("bob")["games"], 4);
  EXPECT_EQ(hall.standing("carol")["points"], 1);
  EXPECT_EQ(hall.tournament().matches_played(), 6U);
  EXPECT_EQ(hall.tournament().matches_at_most(), 6U);
  EXPECT_TRUE(hall.stored().meta.contains(meta_key::kFinished));
}

TEST(Tournament, HouseBotsSitOnEmptySeatsAndAreNotRanked) {
  // Tournaments 2.4: a table of 4 with three entrants, best of 3.
  const TempFolder folder;
  TournamentConfig config =
      sums_tournament(folder, {"alice", "bob", "carol"}, {{"kind", "swiss"}, {"rounds", 1}, {"best_of", 3}},
                      {{"seats", 4}, {"turns", 1}});
  config.house_bot = {"python3", "-c", R"(import json, sys
print('{"type":"hello","protocol":1}', flush=True)
for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] == "turn":
        print(json.dumps({"type": "move", "match": turn["match"], "turn": turn["turn"], "move": 5}), flush=True)
)"};
  TournamentHall hall(config);
  hall.enter("alice", always(1));
  hall.enter("bob", always(3));
  hall.enter("carol", always(2));
  hall.play();
  EXPECT_EQ(hall.heard("bob", "end").size(), 2U) << "sole winner of two among the entrants";
  EXPECT_EQ(hall.heard("bob", "end")[0]["rank"], 2) << "the house bot has won that game";
  EXPECT_EQ(hall.standings()["standings"].size(), 3U);
  EXPECT_EQ(hall.standing("bob")["points"], 1);
  EXPECT_EQ(hall.standing("carol")["points"], 0.5);
  const Json players = hall.heard("bob", "start")[0]["players"];
  EXPECT_THAT(players, testing::Contains("house"));
}

TEST(Tournament, ReportsAreWrittenAfterEveryRound) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, swiss(2));
  config.between_rounds = BetweenRounds::manual;
  TournamentHall hall(config);
  hall.start();
  hall.enter("alice", always(1));
  EXPECT_EQ(hall.standings()["round"], 0) << "there from the start";
  hall.enter("bob", always(2));
  hall.until([&] { return hall.standings()["round"] == 1; });
  EXPECT_EQ(hall.standings()["finished"], false);
  EXPECT_EQ(hall.standing("bob")["points"], 1);
}

// ---- stopping ----

TEST(TournamentStop, RunningMatchesEndAndTheReportsHaveThem) {
  // At the first signal no match begins, running ones end, and the reports are written.
  const TempFolder folder;
  TournamentHall hall(sums_tournament(folder, {"alice", "bob"}, {{"kind", "round_robin"}, {"best_of", 3}}));
  hall.start();
  hall.enter("alice", silent());
  hall.enter("bob", silent());
  hall.until_asked("alice");
  hall.until_asked("bob");
  hall.drain();
  hall.move("alice", 1);
  hall.move("bob", 2);
  hall.play();
  EXPECT_EQ(hall.heard("bob", "end").size(), 1U);
  EXPECT_EQ(hall.heard("bob", "start").size(), 1U) << "no new match";
  hall.until_told("bob", "the referee is stopping: no more matches begin");
  EXPECT_FALSE(hall.tournament().finished());
  EXPECT_EQ(hall.standings()["finished"], false);
  EXPECT_EQ(hall.standings()["encounters"][0]["games"].size(), 1U) << "it ended after the signal";
}

TEST(TournamentStop, AMatchThatWaitsForItsPlayersIsNotBegun) {
  const TempFolder folder;
  TournamentHall hall(started_by_hand(sums_tournament(folder, {"alice", "bob"}, single_games())));
  hall.start();
  hall.enter("alice", silent());
  hall.world().poll();
  hall.ask({"start"});
  hall.until_told("alice", "match r1t1g1 is called");
  hall.drain();
  hall.play();
  EXPECT_THAT(hall.stored().games, IsEmpty());
}

// ---- seeds that stay secret ----

/// Two rounds of games of an instance with a seed.
TournamentConfig with_seeds(const TempFolder& folder, Json options = {{"turns", 1}}) {
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, swiss(2), options);
  config.instances = Instances(Json::parse(R"([{"seed":7}])"), "instances", *config.game, options);
  config.between_rounds = BetweenRounds::manual;
  return config;
}

TEST(TournamentSeeds, AnInstanceThatIsPlayedAgainIsRevealedOnceTheTournamentIsOver) {
  // Tournaments 2.7: until then seed and salt are null, and there is no record.
  const TempFolder folder;
  TournamentHall hall(with_seeds(folder));
  hall.start();
  hall.enter("alice", always(1));
  hall.enter("bob", always(2));
  hall.until_round_is_over(1);
  hall.until_heard("bob", "end");
  EXPECT_EQ(hall.heard("bob", "end")[0]["seed"], Json());
  EXPECT_EQ(hall.heard("bob", "end")[0]["salt"], Json());
  EXPECT_EQ(hall.record("r1t1g1.jsonl"), "");
  hall.ask({"start"});
  hall.until_round_is_over(2);
  EXPECT_EQ(hall.record("r2t1g1.jsonl"), "");
  hall.ask({"start"});
  hall.play();
  const Json first = test_support::head_of(hall.record("r1t1g1.jsonl"));
  const Json second = test_support::head_of(hall.record("r2t1g1.jsonl"));
  EXPECT_EQ(first["seed"], 7);
  EXPECT_EQ(second["seed"], 7);
  EXPECT_EQ(first["salt"], second["salt"]) << "the same instance";
}

// Tournaments 2.7: nor does a match that is played again.
TEST(TournamentSeeds, AVoidAttemptDoesNotRevealThemEither) {
  const TempFolder folder;
  TournamentHall hall(with_seeds(folder, {{"turns", 1}, {"fails", "five"}}));
  hall.start();
  hall.enter("alice", silent());
  hall.enter("bob", always(2));
  hall.until_asked("alice");
  hall.move("alice", 5);
  hall.until_heard("alice", "error");
  hall.until_heard("alice", "turn", 2);
  hall.move("alice", 1);
  hall.until_round_is_over(1);
  EXPECT_EQ(hall.record("r1t1g1.a1.jsonl"), "");
  EXPECT_TRUE(hall.ask({"rerun", "r1t1g1"}).ok) << "void, too";
  hall.until_heard("alice", "turn", 3);
  hall.move("alice", 1);
  hall.until([&] { return hall.tournament().ledger().decided(1); });
  EXPECT_EQ(hall.record("r1t1g1.a2.jsonl"), "");
  hall.ask({"start"});
  hall.until_heard("alice", "turn", 4);
  hall.move("alice", 1);
  hall.until_round_is_over(2);
  hall.ask({"start"});
  hall.play();
  for (const auto& [file, attempt] :
       {std::pair("r1t1g1.a1.jsonl", 1), std::pair("r1t1g1.a2.jsonl", 2), std::pair("r1t1g1.jsonl", 3)}) {
    const std::string record = hall.record(file);
    ASSERT_NE(record, "") << file;
    EXPECT_EQ(test_support::head_of(record)["attempt"], attempt) << file;
  }
}

}  // namespace

}  // namespace referee
