#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "tests/support/tournament_fixture.h"

// The start of a tournament, and absent, late and returning entrants.

namespace referee {
namespace {

using test_support::always;
using test_support::silent;
using test_support::single_games;
using test_support::started_by_hand;
using test_support::sums_tournament;
using test_support::swiss;
using test_support::TempFolder;
using test_support::TournamentFixture;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// ---- the start ----

TEST(TournamentStart, AllWaitsForEveryEntrant) {
  // Tournaments 1.5: all are connected.
  const TempFolder folder;
  TournamentFixture fixture(sums_tournament(folder, {"alice", "bob", "carol"}, single_games()));
  fixture.start({{"alice", silent()}, {"bob", silent()}});
  fixture.world().poll();
  EXPECT_THAT(fixture.tournament().progress_text(), HasSubstr("when all entrants are here: 2 of 3 so far"));
  fixture.leave("bob");
  fixture.enter("carol", silent());
  fixture.world().poll();
  EXPECT_TRUE(fixture.tournament().waiting());
  EXPECT_EQ(fixture.tournament().ledger().rounds(), 0);
  fixture.enter("bob", silent());
  fixture.until([&] { return fixture.tournament().ledger().rounds() == 1; });
  EXPECT_FALSE(fixture.tournament().waiting());
}

// Tournaments 1.5: except who is withdrawn or has a bye in round 1.
TEST(TournamentStart, AllDoesNotWaitForWhoeverWillNotPlayInRound1) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob", "carol", "dave"}, swiss(2));
  config.entrants[2].byes = {{1, PairingRequests::Bye::half}};
  TournamentFixture fixture(config);
  fixture.start({{"alice", silent()}, {"carol", silent()}});
  fixture.world().poll();
  EXPECT_THAT(fixture.tournament().progress_text(), HasSubstr("when all entrants are here: 1 of 3 so far"));
  fixture.tournament().withdraw(3, "");
  fixture.world().poll();
  EXPECT_THAT(fixture.tournament().progress_text(), HasSubstr("when all entrants are here: 1 of 2 so far"));
  fixture.tournament().give_bye(0, 1, PairingRequests::Bye::zero, "");
  fixture.world().poll();
  EXPECT_THAT(fixture.tournament().progress_text(), HasSubstr("when all entrants are here: 0 of 1 so far"));
  EXPECT_TRUE(fixture.tournament().waiting());
  fixture.enter("bob", silent());
  fixture.until([&] { return fixture.tournament().ledger().rounds() == 1; });
}

// Tournaments 1.5 and 8.4.
TEST(TournamentStart, AllWaitsForNobodyIfAllHaveAByeInRound1) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, swiss(1));
  for (referee::EntrantSpec& entrant : config.entrants) {
    entrant.byes = {{1, PairingRequests::Bye::half}};
  }
  TournamentFixture fixture(config);
  fixture.start();
  fixture.play();
  EXPECT_EQ(fixture.tournament().ledger().rounds(), 1);
}

// Tournaments 1.5: min_entrants.
TEST(TournamentStart, AllWaitsForTheLeastNumberOfEntrants) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {}, single_games());
  config.registration.open = true;
  config.start.min_entrants = 3;
  TournamentFixture fixture(config);
  fixture.start();
  fixture.dial("alice", silent(), "");
  fixture.dial("bob", silent(), "");
  fixture.until_received("bob", "wait");
  fixture.world().poll();
  EXPECT_TRUE(fixture.tournament().waiting());
  fixture.dial("carol", silent(), "");
  fixture.until([&] { return fixture.tournament().ledger().rounds() == 1; });
}

TEST(TournamentStart, AtBeginsAtItsTimeWithWhoeverIsHere) {
  // Tournaments 1.6: at its time, connected or not.
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, single_games());
  config.start.when = StartSpec::When::at;
  config.start.at = std::chrono::system_clock::now() + std::chrono::hours(1);
  config.no_show = Milliseconds(1);
  {
    TournamentFixture fixture(config);
    fixture.start();
    fixture.enter("alice", silent());
    fixture.enter("bob", silent());
    fixture.world().poll();
    EXPECT_TRUE(fixture.tournament().waiting()) << "all are here, and it is not the time";
    fixture.until([&] { return fixture.waits_for("bob").starts_with("the tournament starts at 2"); });
    fixture.stop();
  }
  config.start.at = std::chrono::system_clock::now() + Milliseconds(30);
  TournamentFixture fixture(config);
  fixture.enter("alice", silent());
  fixture.play();
  EXPECT_GE(std::chrono::system_clock::now(), *config.start.at);
  EXPECT_EQ(fixture.standing("alice")["points"], 1);
}

// ---- who is away when a round is paired ----

/// By entrant: what it has in round 1, "play" or a kind of bye. Waits until that is paired.
std::vector<std::string_view> in_round_1(TournamentFixture& fixture) {
  fixture.until([&] { return fixture.tournament().ledger().rounds() == 1; });
  std::vector<std::string_view> kinds(fixture.config().entrants.size());
  for (const PlayedEncounter& played : fixture.tournament().ledger().history().rounds.front()) {
    for (const Entrant entrant : played.encounter.entrants) {
      kinds[entrant] = Encounter::kKinds.at(static_cast<std::size_t>(played.encounter.kind));
    }
  }
  return kinds;
}

// Tournaments 8.9: away for no_show_ms, so it does not come any more.
TEST(TournamentPairing, WhoIsAwayForLongIsNotPaired) {
  const TempFolder folder;
  TournamentConfig config =
      started_by_hand(sums_tournament(folder, {"alice", "bob", "carol", "dave"}, swiss(1)));
  config.no_show = Milliseconds(1);
  TournamentFixture fixture(config);
  fixture.start();
  for (const char* const name : {"alice", "bob", "carol"}) {
    fixture.enter(name, always(1));
  }
  fixture.leave("carol");
  fixture.enter("dave", always(2));
  std::this_thread::sleep_until(fixture.parts().roster.player(2)->away_since() + config.no_show);
  fixture.ask({"start"});
  EXPECT_THAT(in_round_1(fixture), ElementsAre("play", "play", "zero_bye", "bye"));
  fixture.play();
  EXPECT_EQ(fixture.standing("carol")["points"], 0);
  EXPECT_THAT(fixture.notes(), Contains("not paired in round 1, because away: carol"));
}

// Tournaments 8.9: it may still come, and no bye goes to it.
TEST(TournamentPairing, WhoIsAwayForAMomentIsPairedButHasNoBye) {
  const TempFolder folder;
  TournamentFixture fixture(started_by_hand(sums_tournament(folder, {"alice", "bob", "carol"}, swiss(1))));
  fixture.start({{"alice", always(1)}});
  fixture.ask({"start"});
  EXPECT_THAT(in_round_1(fixture), ElementsAre("play", "play", "zero_bye"));
  fixture.enter("bob", always(2));
  fixture.play();
  EXPECT_EQ(fixture.standing("carol")["points"], 0);
}

// Tournaments 8.9: fewer than two others are left.
TEST(TournamentPairing, AllArePairedIfFewerThanTwoAreHere) {
  const TempFolder folder;
  TournamentConfig config = started_by_hand(sums_tournament(folder, {"alice", "bob"}, swiss(1)));
  config.no_show = Milliseconds(1);
  TournamentFixture fixture(config);
  fixture.start({{"alice", always(1)}});
  std::this_thread::sleep_until(fixture.parts().roster.player(1)->away_since() + config.no_show);
  fixture.ask({"start"});
  EXPECT_THAT(in_round_1(fixture), ElementsAre("play", "play"));
  fixture.play();
}

// Tournaments 1.6: the arbiter need not wait for min_entrants.
TEST(TournamentStart, TheArbiterStartsItWithFewer) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, single_games());
  config.registration.open = true;
  config.start.min_entrants = 3;
  TournamentFixture fixture(config);
  fixture.start({{"alice", always(1)}, {"bob", always(2)}});
  fixture.world().poll();
  EXPECT_TRUE(fixture.tournament().waiting());
  EXPECT_TRUE(fixture.ask({"start"}).ok);
  fixture.play();
  EXPECT_EQ(fixture.standing("bob")["points"], 1);
}

// ---- absent, late and returning entrants ----

// Tournaments 4.1: between matches a bot may disconnect.
TEST(TournamentAttendance, BetweenRoundsABotMayDisconnectFreely) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, swiss(2));
  config.between_rounds = BetweenRounds::manual;
  TournamentFixture fixture(config);
  fixture.start({{"alice", always(1)}, {"bob", always(2)}});
  fixture.until_received("bob", "end");
  fixture.until([&] { return fixture.tournament().waiting(); });
  fixture.leave("bob");
  fixture.ask({"start"});
  fixture.until_told("alice", "match r2t1g1 is called");
  fixture.enter("bob", always(2));
  fixture.until_received("bob", "end", 2);
  EXPECT_EQ(fixture.standing("bob")["faults"], 0);
}

// Tournaments 1.3: from the next round on.
TEST(TournamentAttendance, ALateEntrantPlaysFromTheNextRoundOfASwiss) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob", "carol"}, swiss(2));
  config.registration.open = true;
  TournamentFixture fixture(config);
  fixture.start();
  for (const char* name : {"alice", "bob", "carol"}) {
    fixture.enter(name, silent());
  }
  fixture.until([&] { return fixture.tournament().ledger().rounds() == 1; });
  fixture.dial("dave", always(5), "");
  fixture.until_received("dave", "wait");
  EXPECT_TRUE(fixture.received("dave", "welcome")[0].contains("token"));
  fixture.until_told("dave", "round 1 of 2 is being played: your next match is called when its turn comes");
  const auto players = fixture.tournament().ledger().history().rounds[0][0].encounter.entrants;
  for (const Entrant entrant : players) {
    const std::string& name = fixture.parts().roster.name(entrant);
    fixture.until_asked(name);
    fixture.move(name, 1);
  }
  fixture.until_received("dave", "start");
  EXPECT_EQ(fixture.received("dave", "start")[0]["match"].get<std::string>().substr(0, 2), "r2");
}

// While its last results are kept the referee still takes connections.
TEST(TournamentAttendance, NobodyEntersATournamentThatIsOver) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, swiss(1));
  config.registration.open = true;
  TournamentFixture fixture(std::move(config));
  fixture.start({{"alice", always(1)}, {"bob", always(2)}});
  fixture.play();
  fixture.dial("carol", silent(), "");
  fixture.until([&] { return !fixture.received("carol").empty(); });
  EXPECT_THAT(fixture.received("carol")[0].value("message", ""), HasSubstr("is over"));
  EXPECT_EQ(fixture.stored().entrants.size(), 2U);
}

}  // namespace
}  // namespace referee
