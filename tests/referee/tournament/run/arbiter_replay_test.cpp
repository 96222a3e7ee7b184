#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/sample_record.h"
#include "tests/support/tournament_fixture.h"

// `referee ctl void` and `rerun`.

namespace referee {
namespace {

using test_support::always;
using test_support::silent;
using test_support::step_by_step;
using test_support::sums_tournament;
using test_support::swiss;
using test_support::TempFolder;
using test_support::TournamentHall;
using testing::Contains;
using testing::ElementsAre;
using Status = StoredGame::Status;

// Tournaments 7.1, 7.2, 7.5: struck games, one and then all.
TEST(ArbiterReplay, AStruckMatchCountsForNobodyAndIsNotPlayedAgain) {
  const TempFolder folder;
  TournamentHall hall(step_by_step(sums_tournament(folder, {"alice", "bob"}, swiss(1, 2))));
  hall.start();
  hall.enter("alice", always(1));
  hall.enter("bob", always(2));
  hall.until_round_is_over(1);
  EXPECT_EQ(hall.standing("bob")["points"], 1);
  EXPECT_EQ(hall.ask({"void", "r1t1g1", "wrong", "map"}).text, "match r1t1g1 counts for nobody");
  EXPECT_EQ(hall.standing("bob")["games"], 1);
  EXPECT_EQ(hall.standings()["encounters"][0]["games"][0]["struck"], true);
  EXPECT_THAT(hall.notes(), Contains("match r1t1g1 counts for nobody: wrong map"));
  EXPECT_EQ(hall.stored().games[0].status, Status::struck);
  EXPECT_FALSE(hall.ask({"void", "r1t1g1"}).ok) << "it does not count any more";
  EXPECT_TRUE(hall.ask({"void", "r1t1g2"}).ok);
  EXPECT_EQ(hall.standing("bob")["points"], 0.5) << "nothing is left to be won";
  hall.world().poll();
  EXPECT_EQ(hall.heard("alice", "start").size(), 2U);
}

// Tournaments 7.1: no longer decided, the next game is played.
TEST(ArbiterReplay, AStruckMatchMayMakeRoomForTheNextOne) {
  const TempFolder folder;
  TournamentHall hall(step_by_step(sums_tournament(folder, {"alice", "bob"}, swiss(1, 3))));
  hall.start();
  hall.enter("alice", always(1));
  hall.enter("bob", always(2));
  hall.until_round_is_over(1);
  hall.until_heard("bob", "end", 2);
  hall.world().poll();
  EXPECT_EQ(hall.heard("bob", "end").size(), 2U) << "a majority of 3";
  hall.ask({"void", "r1t1g1"});
  hall.until_heard("bob", "end", 3);
  EXPECT_EQ(hall.heard("bob", "end")[2]["match"], "r1t1g3");
}

TEST(ArbiterReplay, AFinishedMatchIsPlayedAgain) {
  // Tournaments 7.3, 7.5: forgotten and played again; MATCH.a1.jsonl is the record that does not count.
  const TempFolder folder;
  TournamentHall hall(step_by_step(sums_tournament(folder, {"alice", "bob"}, swiss(2))));
  hall.start();
  hall.enter("alice", silent());
  hall.enter("bob", always(2));
  hall.until_asked("alice");
  hall.move("alice", 1);
  hall.until_round_is_over(1);
  EXPECT_EQ(hall.standing("bob")["points"], 1);
  const std::string first = hall.record("r1t1g1.jsonl");
  EXPECT_EQ(hall.ask({"rerun", "r1t1g1", "a", "bug"}).text, "match r1t1g1 is played again");
  EXPECT_EQ(hall.standing("bob")["points"], 0);
  EXPECT_EQ(hall.record("r1t1g1.jsonl"), "");
  EXPECT_EQ(hall.record("r1t1g1.a1.jsonl"), voided_afterwards(first, "match r1t1g1 is played again: a bug"));
  EXPECT_THAT(hall.notes(), Contains("match r1t1g1 is played again: a bug"));
  hall.until_heard("alice", "turn", 2);
  hall.move("alice", 5);
  hall.until_heard("alice", "end", 2);
  hall.until([&] { return hall.standing("alice")["points"] == 1; });
  EXPECT_NE(hall.record("r1t1g1.jsonl"), "");
  EXPECT_EQ(test_support::head_of(hall.record("r1t1g1.jsonl"))["attempt"], 2);
  EXPECT_TRUE(hall.tournament().waiting()) << "still between rounds";
  EXPECT_EQ(hall.tournament().ledger().rounds(), 1);
}

// Tournaments 7.3: after the running round, before the next one.
TEST(ArbiterReplay, AMatchOfAnEarlierRoundIsPlayedAgainBeforeTheNextRoundIsPaired) {
  const TempFolder folder;
  TournamentHall hall(sums_tournament(folder, {"alice", "bob"}, swiss(3)));
  hall.start();
  hall.enter("alice", silent());
  hall.enter("bob", always(2));
  hall.until_asked("alice");
  hall.move("alice", 1);
  hall.until_heard("alice", "turn", 2);
  EXPECT_TRUE(hall.ask({"rerun", "r1t1g1"}).ok);
  hall.world().poll();
  EXPECT_EQ(hall.heard("alice", "start").size(), 2U) << "first the match that runs";
  for (std::size_t turn = 2; turn <= 4; ++turn) {
    hall.until_heard("alice", "turn", turn);
    hall.move("alice", 1);
  }
  hall.play();
  std::vector<std::string> matches;
  for (const Json& start : hall.heard("alice", "start")) {
    matches.push_back(start["match"]);
  }
  EXPECT_THAT(matches, ElementsAre("r1t1g1", "r2t1g1", "r1t1g1", "r3t1g1"));
}

TEST(ArbiterReplay, ARunningMatchIsPlayedAgainHoweverOften) {
  // Tournaments 6.2, 7.3: only voids by a fault of the referee end the run.
  const TempFolder folder;
  TournamentHall hall(sums_tournament(folder, {"alice", "bob"}, swiss(1)));
  hall.start();
  hall.enter("alice", silent());
  hall.enter("bob", always(2));
  for (std::size_t attempt = 1; attempt <= 4; ++attempt) {
    hall.until_heard("alice", "turn", attempt);
    EXPECT_TRUE(hall.ask({"rerun", "r1t1g1"}).ok);
    hall.until_heard("alice", "error", attempt);
  }
  hall.until_heard("alice", "turn", 5);
  hall.move("alice", 3);
  hall.play();
  EXPECT_EQ(hall.heard("alice", "error")[0]["code"], "referee_error");
  EXPECT_EQ(hall.heard("alice", "error")[0]["message"], "the match is void: the arbiter has it played again");
  EXPECT_NE(hall.record("r1t1g1.a4.jsonl"), "");
  EXPECT_EQ(test_support::head_of(hall.record("r1t1g1.jsonl"))["attempt"], 5);
}

/// The loop is not at the tournament in between.
Task<> replay_and_start(Tournament& tournament) {
  const bool again = co_await tournament.replay({1, 1, 1}, "");
  EXPECT_TRUE(again);
  tournament.start();
}

// Tournaments 2.1, 7.3: the next round needs the result.
TEST(ArbiterReplay, ANewRoundWaitsForWhatIsPlayedAgainEvenIfItIsStartedAtOnce) {
  const TempFolder folder;
  TournamentHall hall(step_by_step(sums_tournament(folder, {"alice", "bob"}, swiss(2))));
  hall.start();
  hall.enter("alice", silent());
  hall.enter("bob", always(2));
  hall.until_asked("alice");
  hall.move("alice", 1);
  hall.until_round_is_over(1);
  hall.world().run(replay_and_start(hall.tournament()));
  hall.until_heard("alice", "turn", 2);
  EXPECT_EQ(hall.tournament().ledger().rounds(), 1) << "pairing needs the result";
  hall.move("alice", 1);
  hall.until_heard("alice", "start", 3);
  EXPECT_EQ(hall.heard("alice", "start")[2]["match"], "r2t1g1");
}

// Tournaments 7.3: once the tournament is over nothing is played again.
TEST(ArbiterReplay, NothingIsPlayedAgainOnceTheTournamentIsOver) {
  const TempFolder folder;
  TournamentHall hall(sums_tournament(folder, {"alice", "bob"}, swiss(1)));
  hall.enter("alice", always(1));
  hall.enter("bob", always(2));
  hall.play();
  const ControlReply reply = hall.ask({"rerun", "r1t1g1"});
  EXPECT_FALSE(reply.ok);
  EXPECT_EQ(reply.text, "the tournament is over");
}

}  // namespace
}  // namespace referee
