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
using test_support::TournamentFixture;
using testing::Contains;
using testing::ElementsAre;
using Status = StoredAttempt::Status;

// Tournaments 7.1, 7.2, 7.5: struck games, one and then all.
TEST(ArbiterReplay, AStruckMatchCountsForNobodyAndIsNotPlayedAgain) {
  const TempFolder folder;
  TournamentFixture fixture(step_by_step(sums_tournament(folder, {"alice", "bob"}, swiss(1, 2))));
  fixture.start({{"alice", always(1)}, {"bob", always(2)}});
  fixture.until_round_is_over(1);
  EXPECT_EQ(fixture.standing("bob")["points"], 1);
  EXPECT_EQ(fixture.ask({"void", "r1t1g1", "wrong", "map"}).text, "match r1t1g1 is cancelled");
  EXPECT_EQ(fixture.standing("bob")["games"], 1);
  EXPECT_EQ(fixture.standings()["encounters"][0]["games"][0]["struck"], true);
  EXPECT_THAT(fixture.notes(), Contains("match r1t1g1 is cancelled: wrong map"));
  EXPECT_EQ(fixture.stored().games[0].status, Status::struck);
  EXPECT_FALSE(fixture.ask({"void", "r1t1g1"}).ok) << "it does not count any more";
  EXPECT_TRUE(fixture.ask({"void", "r1t1g2"}).ok);
  EXPECT_EQ(fixture.standing("bob")["points"], 0.5) << "nothing is left to be won";
  fixture.world().poll();
  EXPECT_EQ(fixture.received("alice", "start").size(), 2U);
}

TEST(ArbiterReplay, AFinishedMatchIsPlayedAgain) {
  // Tournaments 7.3, 7.5: forgotten and played again; MATCH.a1.jsonl is the record that does not count.
  const TempFolder folder;
  TournamentFixture fixture(step_by_step(sums_tournament(folder, {"alice", "bob"}, swiss(2))));
  fixture.start({{"alice", silent()}, {"bob", always(2)}});
  fixture.until_asked("alice");
  fixture.move("alice", 1);
  fixture.until_round_is_over(1);
  EXPECT_EQ(fixture.standing("bob")["points"], 1);
  const std::string first = fixture.record("r1t1g1.jsonl");
  EXPECT_EQ(fixture.ask({"rerun", "r1t1g1", "a", "bug"}).text, "match r1t1g1 is played again");
  EXPECT_EQ(fixture.standing("bob")["points"], 0);
  EXPECT_EQ(fixture.record("r1t1g1.jsonl"), "");
  EXPECT_EQ(fixture.record("r1t1g1.a1.jsonl"),
            voided_afterwards(first, "match r1t1g1 is played again: a bug"));
  EXPECT_THAT(fixture.notes(), Contains("match r1t1g1 is played again: a bug"));
  fixture.until_received("alice", "turn", 2);
  fixture.move("alice", 5);
  fixture.until_received("alice", "end", 2);
  fixture.until([&] { return fixture.standing("alice")["points"] == 1; });
  EXPECT_NE(fixture.record("r1t1g1.jsonl"), "");
  EXPECT_EQ(test_support::head_of(fixture.record("r1t1g1.jsonl"))["attempt"], 2);
  EXPECT_TRUE(fixture.tournament().waiting()) << "still between rounds";
  EXPECT_EQ(fixture.tournament().ledger().rounds(), 1);
}

// Tournaments 7.3: after the running round, before the next one.
TEST(ArbiterReplay, AMatchOfAnEarlierRoundIsPlayedAgainBeforeTheNextRoundIsPaired) {
  const TempFolder folder;
  TournamentFixture fixture(sums_tournament(folder, {"alice", "bob"}, swiss(3)));
  fixture.start({{"alice", silent()}, {"bob", always(2)}});
  fixture.until_asked("alice");
  fixture.move("alice", 1);
  fixture.until_received("alice", "turn", 2);
  EXPECT_TRUE(fixture.ask({"rerun", "r1t1g1"}).ok);
  fixture.world().poll();
  EXPECT_EQ(fixture.received("alice", "start").size(), 2U) << "first the match that runs";
  for (std::size_t turn = 2; turn <= 4; ++turn) {
    fixture.until_received("alice", "turn", turn);
    fixture.move("alice", 1);
  }
  fixture.play();
  std::vector<std::string> matches;
  for (const Json& start : fixture.received("alice", "start")) {
    matches.push_back(start["match"]);
  }
  EXPECT_THAT(matches, ElementsAre("r1t1g1", "r2t1g1", "r1t1g1", "r3t1g1"));
}

// Tournaments 7.3: the arbiter is told no more than what is sure.
TEST(ArbiterReplay, AMatchIsPlayedAgainOnlyIfItsEncounterNeedsIt) {
  const TempFolder folder;
  TournamentFixture fixture(step_by_step(sums_tournament(folder, {"alice", "bob"}, swiss(1, 3))));
  fixture.start({{"alice", silent()}, {"bob", always(2)}});
  std::size_t turns = 0;
  const auto alice_plays = [&](int digit) {
    fixture.until_received("alice", "turn", ++turns);
    fixture.move("alice", digit);
  };
  alice_plays(1);
  alice_plays(5);
  alice_plays(1);
  fixture.until_round_is_over(1);
  EXPECT_EQ(fixture.ask({"rerun", "r1t1g1"}).text, "match r1t1g1 is played again");
  const std::string perhaps =
      "match r1t1g3 is void, and played again unless other games at its table decide before";
  EXPECT_EQ(fixture.ask({"rerun", "r1t1g3"}).text, perhaps);
  EXPECT_THAT(fixture.notes(), ElementsAre("match r1t1g1 is played again", perhaps));
  alice_plays(5);
  fixture.until([&] { return fixture.tournament().ledger().decided(1); });
  EXPECT_TRUE(fixture.ask({"start"}).ok);
  fixture.play();
  EXPECT_EQ(fixture.received("alice", "start").size(), 4U) << "alice has won games 1 and 2";
  EXPECT_NE(fixture.record("r1t1g3.a1.jsonl"), "");
  EXPECT_EQ(fixture.record("r1t1g3.jsonl"), "");
}

/// The tournament does not run between the two calls.
Task<> replay_and_start(Tournament& tournament) {
  const ControlReply again = co_await tournament.replay({1, 1, 1}, "");
  EXPECT_TRUE(again.ok);
  tournament.start();
}

// Tournaments 2.1, 7.3: the next round needs the result.
TEST(ArbiterReplay, ANewRoundWaitsForWhatIsPlayedAgainEvenIfItIsStartedAtOnce) {
  const TempFolder folder;
  TournamentFixture fixture(step_by_step(sums_tournament(folder, {"alice", "bob"}, swiss(2))));
  fixture.start({{"alice", silent()}, {"bob", always(2)}});
  fixture.until_asked("alice");
  fixture.move("alice", 1);
  fixture.until_round_is_over(1);
  fixture.world().run(replay_and_start(fixture.tournament()));
  fixture.until_received("alice", "turn", 2);
  EXPECT_EQ(fixture.tournament().ledger().rounds(), 1) << "pairing needs the result";
  fixture.move("alice", 1);
  fixture.until_received("alice", "start", 3);
  EXPECT_EQ(fixture.received("alice", "start")[2]["match"], "r2t1g1");
}

// Tournaments 7.3: once the tournament is over nothing is played again.
TEST(ArbiterReplay, NothingIsPlayedAgainOnceTheTournamentIsOver) {
  const TempFolder folder;
  TournamentFixture fixture(sums_tournament(folder, {"alice", "bob"}, swiss(1)));
  fixture.enter("alice", always(1));
  fixture.enter("bob", always(2));
  fixture.play();
  const ControlReply reply = fixture.ask({"rerun", "r1t1g1"});
  EXPECT_FALSE(reply.ok);
  EXPECT_EQ(reply.text, "the tournament is over");
}

}  // namespace
}  // namespace referee
