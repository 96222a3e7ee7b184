#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/tournament_fixture.h"

// When a tournament begins, and who plays in it.

namespace referee {
namespace {

using test_support::always;
using test_support::Gate;
using test_support::silent;
using test_support::single_games;
using test_support::started_by_hand;
using test_support::sums_tournament;
using test_support::swiss;
using test_support::TempFolder;
using test_support::TournamentHall;
using testing::HasSubstr;
using testing::IsEmpty;

// ---- the start ----

TEST(TournamentStart, AllWaitsForEveryEntrant) {
  // Tournaments 1.5: all are connected.
  const TempFolder folder;
  TournamentHall hall(sums_tournament(folder, {"alice", "bob", "carol"}, single_games()));
  hall.start();
  hall.enter("alice", silent());
  hall.enter("bob", silent());
  hall.world().poll();
  EXPECT_EQ(hall.tournament().start_text(), "when all entrants are here: 2 of 3 so far");
  hall.leave("bob");
  hall.enter("carol", silent());
  hall.world().poll();
  EXPECT_TRUE(hall.tournament().waiting());
  EXPECT_EQ(hall.tournament().ledger().rounds(), 0);
  hall.enter("bob", silent());
  hall.until([&] { return hall.tournament().ledger().rounds() == 1; });
  EXPECT_FALSE(hall.tournament().waiting());
}

// Tournaments 1.5: except who is withdrawn or has a bye in round 1.
TEST(TournamentStart, AllDoesNotWaitForWhoeverWillNotPlayInRound1) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob", "carol", "dave"}, swiss(2));
  config.entrants[2].byes = {{1, PairingRequests::Bye::half}};
  TournamentHall hall(config);
  hall.start();
  hall.enter("alice", silent());
  hall.enter("carol", silent());
  hall.world().poll();
  EXPECT_EQ(hall.tournament().start_text(), "when all entrants are here: 1 of 3 so far");
  hall.tournament().withdraw(3, "");
  hall.world().poll();
  EXPECT_EQ(hall.tournament().start_text(), "when all entrants are here: 1 of 2 so far");
  hall.tournament().give_bye(0, 1, PairingRequests::Bye::zero, "");
  hall.world().poll();
  EXPECT_EQ(hall.tournament().start_text(), "when all entrants are here: 0 of 1 so far");
  EXPECT_TRUE(hall.tournament().waiting());
  hall.enter("bob", silent());
  hall.until([&] { return hall.tournament().ledger().rounds() == 1; });
}

// Tournaments 1.5: min_entrants.
TEST(TournamentStart, AllWaitsForTheLeastNumberOfEntrants) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {}, single_games());
  config.open_registration = true;
  config.start.min_entrants = 3;
  TournamentHall hall(config);
  hall.start();
  hall.dial("alice", silent(), "");
  hall.dial("bob", silent(), "");
  hall.until_heard("bob", "wait");
  hall.world().poll();
  EXPECT_TRUE(hall.tournament().waiting());
  hall.dial("carol", silent(), "");
  hall.until([&] { return hall.tournament().ledger().rounds() == 1; });
}

TEST(TournamentStart, AtBeginsAtItsTimeWithWhoeverIsHere) {
  // Tournaments 1.6: at its time, connected or not.
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, single_games());
  config.start.when = StartSpec::When::at;
  config.start.at = std::chrono::system_clock::now() + std::chrono::hours(1);
  config.no_show = Milliseconds(1);
  {
    TournamentHall hall(config);
    hall.start();
    hall.enter("alice", silent());
    hall.enter("bob", silent());
    hall.world().poll();
    EXPECT_TRUE(hall.tournament().waiting()) << "all are here, and it is not the time";
    hall.until([&] { return hall.waits_for("bob").starts_with("the tournament starts at 2"); });
    hall.drain();
    hall.play();
  }
  config.start.at = std::chrono::system_clock::now() + Milliseconds(30);
  TournamentHall hall(config);
  hall.enter("alice", silent());
  hall.play();
  EXPECT_GE(std::chrono::system_clock::now(), *config.start.at);
  EXPECT_EQ(hall.standing("alice")["points"], 1);
}

TEST(TournamentStart, ManualWaitsForTheArbiter) {
  // Tournaments 1.6: only when the arbiter starts it.
  const TempFolder folder;
  TournamentHall hall(started_by_hand(sums_tournament(folder, {"alice", "bob"}, single_games())));
  hall.start();
  hall.enter("alice", always(1));
  hall.enter("bob", always(2));
  hall.world().poll();
  EXPECT_TRUE(hall.tournament().waiting());
  hall.until_told("bob", "the tournament starts when the arbiter says so");
  EXPECT_TRUE(hall.ask({"start"}).ok);
  hall.play();
}

// Tournaments 1.6: the arbiter need not wait for min_entrants.
TEST(TournamentStart, TheArbiterStartsItWithFewer) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, single_games());
  config.open_registration = true;
  config.start.min_entrants = 3;
  TournamentHall hall(config);
  hall.start();
  hall.enter("alice", always(1));
  hall.enter("bob", always(2));
  hall.world().poll();
  EXPECT_TRUE(hall.tournament().waiting());
  EXPECT_TRUE(hall.ask({"start"}).ok);
  hall.play();
  EXPECT_EQ(hall.standing("bob")["points"], 1);
}

TEST(TournamentStart, StoppedBeforeItIsNotBegun) {
  const TempFolder folder;
  TournamentHall hall(sums_tournament(folder, {"alice", "bob"}, single_games()));
  hall.start();
  hall.world().poll();
  hall.drain();
  hall.play();
  EXPECT_FALSE(hall.tournament().finished());
  EXPECT_THAT(hall.stored().rounds, IsEmpty());
}

// ---- who comes and goes ----

TEST(TournamentAttendance, TwoNoShowsRunningAreAWithdrawalUntilTheNextLogin) {
  // Tournaments 4.5, 8.3: two in a row, until it logs in; the other entrant has a bye meanwhile.
  const TempFolder folder;
  TournamentConfig config = started_by_hand(sums_tournament(folder, {"alice", "bob"}, swiss(4)));
  config.between_rounds = BetweenRounds::manual;
  config.no_show = Milliseconds(5);
  TournamentHall hall(config);
  hall.enter("alice", always(1));
  hall.start();
  hall.world().poll();
  const auto play_round = [&](int round) {
    hall.ask({"start"});
    hall.until_round_is_over(round);
  };
  play_round(1);
  EXPECT_FALSE(hall.hall().roster.withdrawn(1));
  play_round(2);
  EXPECT_TRUE(hall.hall().roster.withdrawn(1));
  EXPECT_EQ(hall.standing("bob")["withdrawn"], true);
  EXPECT_THAT(hall.notes(), testing::Contains("bob is withdrawn: it did not come to two games running"));
  play_round(3);
  EXPECT_EQ(hall.tournament().ledger().history().rounds[2][0].encounter.kind, Encounter::Kind::bye);
  hall.enter("bob", always(2));
  EXPECT_FALSE(hall.hall().roster.withdrawn(1));
  play_round(4);
  hall.until_heard("bob", "end");
  EXPECT_EQ(hall.heard("bob", "end")[0]["match"], "r4t1g1");
  EXPECT_THAT(hall.notes(), testing::Contains("bob plays again: it has logged in again"));
}

// Tournaments 4.1: between matches a bot may disconnect.
TEST(TournamentAttendance, BetweenRoundsABotMayDisconnectFreely) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, swiss(2));
  config.between_rounds = BetweenRounds::manual;
  TournamentHall hall(config);
  hall.start();
  hall.enter("alice", always(1));
  hall.enter("bob", always(2));
  hall.until_heard("bob", "end");
  hall.until([&] { return hall.tournament().waiting(); });
  hall.leave("bob");
  hall.ask({"start"});
  hall.until_told("alice", "match r2t1g1 is called");
  hall.enter("bob", always(2));
  hall.until_heard("bob", "end", 2);
  EXPECT_EQ(hall.standing("bob")["faults"], 0);
}

// Tournaments 1.3: from the next round on.
TEST(TournamentAttendance, ALateEntrantPlaysFromTheNextRoundOfASwiss) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob", "carol"}, swiss(2));
  config.open_registration = true;
  TournamentHall hall(config);
  hall.start();
  for (const char* name : {"alice", "bob", "carol"}) {
    hall.enter(name, silent());
  }
  hall.until([&] { return hall.tournament().ledger().rounds() == 1; });
  hall.dial("dave", always(5), "");
  hall.until_heard("dave", "wait");
  EXPECT_TRUE(hall.heard("dave", "welcome")[0].contains("token"));
  hall.until_told("dave", "round 1 of 2 is being played: your next match is called when its turn comes");
  const auto players = hall.tournament().ledger().history().rounds[0][0].encounter.entrants;
  for (const Entrant entrant : players) {
    const std::string& name = hall.hall().roster.name(entrant);
    hall.until_asked(name);
    hall.move(name, 1);
  }
  hall.until_heard("dave", "start");
  EXPECT_EQ(hall.heard("dave", "start")[0]["match"].get<std::string>().substr(0, 2), "r2");
}

// Tournaments 1.4: nor may the arbiter add anybody.
TEST(TournamentAttendance, NobodyEntersARoundRobinOnceItIsPlayed) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, single_games());
  config.open_registration = true;
  TournamentHall hall(config);
  hall.start();
  hall.enter("alice", silent());
  hall.enter("bob", silent());
  hall.until_asked("bob");
  hall.dial("carol", silent(), "");
  hall.until_heard("carol", "error");
  EXPECT_EQ(hall.heard("carol", "error")[0]["code"], "bad_name");
  EXPECT_THAT(hall.ask({"add", "carol"}).text, HasSubstr("nobody can enter any more"));
  EXPECT_EQ(hall.hall().roster.size(), 2U);
}

TEST(TournamentAttendance, ATokenIsToldOnlyOnceItIsKept) {
  // Tournaments 1.1: a new name is let in; its token must survive a crash.
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {}, single_games());
  config.open_registration = true;
  Gate gate;
  TournamentHall hall(config, test_support::gated_store(config, gate, "put alice"));
  gate.shut();
  hall.start();
  hall.dial("alice", silent(), "");
  hall.until([&] { return hall.hall().roster.size() == 1; });
  gate.wait_until_one_is_held();
  hall.world().poll();
  EXPECT_THAT(hall.heard("alice"), IsEmpty());
  EXPECT_THAT(hall.stored().entrants, IsEmpty());
  hall.dial("ALICE", silent(), "");
  hall.until_heard("ALICE", "error");
  EXPECT_EQ(hall.heard("ALICE", "error")[0]["code"], "bad_token")
      << "the name is taken from the first hello on";
  gate.open();
  hall.until_heard("alice", "welcome");
  EXPECT_EQ(hall.heard("alice", "welcome")[0]["tournament"], "Spring");
  EXPECT_EQ(hall.heard("alice", "welcome")[0]["token"].get<std::string>().size(), 32U);
  EXPECT_EQ(hall.stored().entrants.size(), 1U);
}

TEST(TournamentAttendance, ARegistrationThatCannotBeKeptIsNotWelcomed) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {}, single_games());
  config.open_registration = true;
  Gate gate;
  TournamentHall hall(config, test_support::gated_store(config, gate, "put alice"));
  gate.fail();
  hall.start();
  test_support::Peer& alice = hall.dial("alice", silent(), "");
  hall.until_heard("alice", "error");
  EXPECT_EQ(hall.heard("alice", "error")[0]["code"], "referee_error");
  EXPECT_THAT(hall.heard("alice", "welcome"), IsEmpty());
  alice.send(R"({"type":"move","match":"m","turn":0,"move":0})");
  hall.until([&] { return alice.at_end(); });
  EXPECT_THROW(hall.play(), StoreError);
}

// Tournaments 1.1: names that are not free.
TEST(TournamentAttendance, NamesOfHouseBotsAndOfOthersAreRefused) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice"}, single_games());
  config.open_registration = true;
  TournamentHall hall(config);
  hall.start();
  for (const char* name : {"house", "House-3"}) {
    hall.dial(name, silent(), "");
    hall.until_heard(name, "error");
    EXPECT_EQ(hall.heard(name, "error")[0]["code"], "bad_name");
  }
  hall.dial("Alice", silent(), "guess");
  hall.until_heard("Alice", "error");
  EXPECT_EQ(hall.heard("Alice", "error")[0]["code"], "bad_token");
}

}  // namespace
}  // namespace referee
