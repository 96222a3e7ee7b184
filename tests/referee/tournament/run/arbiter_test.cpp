#include "referee/tournament/run/arbiter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/sample_record.h"
#include "tests/support/tournament_fixture.h"

namespace referee {
namespace {

using test_support::always;
using test_support::silent;
using test_support::single_games;
using test_support::step_by_step;
using test_support::sums_tournament;
using test_support::swiss;
using test_support::TempFolder;
using test_support::TournamentFixture;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

void expect_refused(TournamentFixture& fixture, const std::vector<std::string>& words,
                    const std::string& why) {
  const ControlReply reply = fixture.ask(words);
  EXPECT_FALSE(reply.ok) << words.front();
  EXPECT_EQ(reply.text, why);
}

TEST(Arbiter, RefusesWhatItDoesNotUnderstand) {
  const TempFolder folder;
  TournamentFixture fixture(sums_tournament(folder, {"alice", "bob"}, single_games()));
  expect_refused(fixture, {"dance"}, "no command 'dance'");
  expect_refused(fixture, {"withdraw"}, "expected the name of an entrant");
  expect_refused(fixture, {"withdraw", "zoe"}, "no entrant 'zoe'");
  expect_refused(fixture, {"kick", "alice"}, "alice has no connection");
  expect_refused(fixture, {"void", "x"}, "match 'x': expected a game like r1t3g2 (round 1, table 3, game 2)");
  expect_refused(fixture, {"rerun"}, "expected a game, such as r1t3g2");
  expect_refused(fixture, {"rerun", "r1t1g1"}, "match r1t1g1 has not been played");
  expect_refused(fixture, {"void", "r1t1g1"},
                 "match r1t1g1 cannot be cancelled: it must be over and count (for a running one: rerun)");
  expect_refused(fixture, {"add", "alice"}, "alice is an entrant already");
  expect_refused(fixture, {"resume"}, "it is not paused");
  expect_refused(fixture, {"bye", "alice", "1", "half"}, "only a swiss has byes on request");
  expect_refused(fixture, {"rounds", "3"}, "only a swiss can get another number of rounds");
}

// Tournaments 5.1: the arbiter withdraws all whose names match, with one note.
TEST(Arbiter, WithdrawsAllWhoseNamesMatch) {
  const TempFolder folder;
  TournamentFixture fixture(
      sums_tournament(folder, {"ghost1", "alice", "Ghost2", "bob"}, single_games(), {{"turns", 1}}));
  expect_refused(fixture, {"withdraw_matching"}, "expected a pattern of names, as ghost*");
  expect_refused(fixture, {"withdraw_matching", "phantom*"}, "no entrant in play has a name like 'phantom*'");
  const ControlReply reply = fixture.ask({"withdraw_matching", "ghost*", "nobody knows them"});
  EXPECT_TRUE(reply.ok);
  EXPECT_EQ(reply.text, "withdrawn: 2 entrants, ghost1 Ghost2");
  const StoreContent stored = fixture.stored();
  EXPECT_EQ(stored.entrants[0].withdrawn, "nobody knows them");
  EXPECT_EQ(stored.entrants[1].withdrawn, "");
  EXPECT_EQ(stored.entrants[2].withdrawn, "nobody knows them");
  ASSERT_EQ(stored.changes.size(), 1U);
  EXPECT_EQ(stored.changes[0].text, "2 entrants (ghost*) are withdrawn: nobody knows them");
  expect_refused(fixture, {"withdraw_matching", "ghost*"}, "no entrant in play has a name like 'ghost*'");
  EXPECT_EQ(fixture.ask({"withdraw_matching", "[ab]*"}).text, "withdrawn: 2 entrants, alice bob");
}

// Tournaments 7.5: the standings show a decision that comes after the last game, too.
TEST(Arbiter, DecisionsAfterTheEndAreInTheStandings) {
  const TempFolder folder;
  TournamentFixture fixture(sums_tournament(folder, {"alice", "bob"}, single_games(), {{"turns", 1}}));
  fixture.enter("alice", always(1));
  fixture.enter("bob", always(2));
  fixture.play();
  EXPECT_TRUE(fixture.ask({"withdraw", "bob", "has gone home"}).ok);
  EXPECT_TRUE(fixture.ask({"add", "bob"}).ok);
  EXPECT_THAT(fixture.notes(), ElementsAre("bob is withdrawn: has gone home",
                                           "bob plays again: the arbiter has let it in again"));
}

TEST(Arbiter, RevealsResultsThatAreHeldBackOnce) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, single_games(), {{"turns", 1}});
  {
    TournamentFixture open(config);
    expect_refused(open, {"reveal"},
                   "no results are held back: the tournament file has no web.freeze_rounds");
    EXPECT_FALSE(open.stored().meta.contains("freeze_rounds"));
  }
  config.web.freeze_rounds = 2;
  {
    TournamentFixture fixture(config);
    EXPECT_EQ(fixture.stored().meta.at("freeze_rounds"), "2");
    EXPECT_FALSE(fixture.stored().meta.contains("revealed"));
    EXPECT_EQ(fixture.ask({"reveal"}).text, "the results of the last 2 rounds are shown");
    EXPECT_TRUE(fixture.stored().meta.contains("revealed"));
    ASSERT_EQ(fixture.stored().changes.size(), 1U);
    EXPECT_EQ(fixture.stored().changes[0].text, "the arbiter has revealed the results of the last 2 rounds");
  }
  TournamentFixture again(config);
  expect_refused(again, {"reveal"}, "the results are shown already");
}

TEST(Arbiter, RevealsPlaceByPlaceFromTheLastAndGoesOnAfterACrash) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob", "carol", "dora"}, single_games());
  config.web.freeze_rounds = 1;
  {
    TournamentFixture fixture(config);
    EXPECT_THAT(fixture.ask({"reveal", "next"}).text, HasSubstr("the tournament is not over"));
    EXPECT_FALSE(fixture.ask({"reveal", "everything"}).ok);
    EXPECT_FALSE(fixture.stored().meta.contains("revealed_from"));
    fixture.enter("alice", always(3));
    fixture.enter("bob", always(2));
    fixture.enter("carol", always(1));
    fixture.enter("dora", always(1));
    fixture.play();
    EXPECT_EQ(fixture.ask({"reveal", "next"}).text, "place 3: carol, dora") << "who share a place, together";
    EXPECT_EQ(fixture.stored().meta.at("revealed_from"), "3") << "it is in the store before the answer";
  }
  TournamentFixture again(config);
  again.play();
  EXPECT_EQ(again.ask({"reveal", "next"}).text, "place 2: bob");
  EXPECT_FALSE(again.stored().meta.contains("revealed"));
  EXPECT_EQ(again.ask({"reveal", "next"}).text, "place 1: alice. All results are shown");
  EXPECT_TRUE(again.stored().meta.contains("revealed"));
  expect_refused(again, {"reveal", "next"}, "the results are shown already");
}

TEST(Arbiter, RevealsNoPlaceThatSpectatorsAreNeverShown) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob", "carol"}, single_games());
  config.web.freeze_rounds = 1;
  config.web.places = 2;
  TournamentFixture fixture(config);
  fixture.enter("alice", always(3));
  fixture.enter("bob", always(2));
  fixture.enter("carol", always(1));
  fixture.play();
  EXPECT_EQ(fixture.ask({"reveal", "next"}).text, "place 2: bob");
}

// Tournaments 1.7: an entrant that registers plays once it is approved.
TEST(Arbiter, ApprovesNewEntrants) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, swiss(1));
  config.registration.open = true;
  config.registration.approval = true;
  TournamentFixture fixture(test_support::started_by_hand(std::move(config)));
  fixture.start({{"alice", always(1)}, {"bob", always(0)}});
  for (const char* const name : {"carol", "dora", "ghost"}) {
    fixture.dial(name, always(0), "");
    fixture.until_told(name, "your registration waits for the arbiter: you play as soon as it is approved");
    EXPECT_TRUE(fixture.received(name, "welcome").front().contains("token"));
  }
  EXPECT_THAT(fixture.ask({"status"}).text, HasSubstr("registration is open, 3 to be approved\n"));
  EXPECT_THAT(fixture.ask({"status"}).text, HasSubstr("to be approved"));
  expect_refused(fixture, {"approve", "alice"}, "alice does not wait for approval");
  expect_refused(fixture, {"approve", "zoe"}, "no entrant 'zoe'");
  EXPECT_EQ(fixture.ask({"approve", "carol"}).text, "carol is approved");
  fixture.until_told("carol", "the tournament starts when the arbiter says so");
  EXPECT_EQ(fixture.ask({"withdraw", "ghost", "unknown"}).text, "ghost is withdrawn");
  expect_refused(fixture, {"approve", "ghost"},
                 "ghost does not wait for approval: it is withdrawn (ctl add lets it play)");
  EXPECT_EQ(fixture.ask({"approve_matching", "*"}).text, "approved: 1 entrant, dora");
  expect_refused(fixture, {"approve_matching", "*"},
                 "no entrant that waits for approval has a name like '*'");
  EXPECT_TRUE(fixture.ask({"start"}).ok);
  fixture.play();
  EXPECT_EQ(fixture.standing("carol").at("games"), 1);
  EXPECT_EQ(fixture.standing("dora").at("games"), 1);
  EXPECT_EQ(fixture.standing("ghost").at("games"), 0);
  EXPECT_EQ(fixture.standing("ghost").at("withdrawn"), true);
}

TEST(Arbiter, ShowsTheRegistrationCodeInItsStatusOnly) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, swiss(1));
  config.registration.open = true;
  config.registration.code_needed = RegistrationSpec::Code::given;
  config.registration.code = "informatics-2";
  TournamentFixture fixture(std::move(config));
  EXPECT_THAT(fixture.ask({"status"}).text, HasSubstr("registration is open, code informatics-2\n"));
  EXPECT_EQ(test_support::read_file(folder / "t.db.code"), "informatics-2\n");
  fixture.start();
  fixture.dial("carol", silent(), "");
  fixture.until_received("carol", "error");
  EXPECT_EQ(fixture.received("carol", "error").front().at("code"), "bad_code");
}

// ---- byes ----

// Tournaments 3.5, 8.4: byes of rounds that are not paired yet, for half a point or none.
TEST(Arbiter, GivesByesInRoundsThatAreNotPairedYet) {
  const TempFolder folder;
  TournamentFixture fixture(step_by_step(sums_tournament(folder, {"alice", "bob", "carol"}, swiss(3))));
  EXPECT_EQ(fixture.ask({"bye", "Carol", "1", "zero", "is", "late"}).text,
            "carol has a zero-point bye in round 1");
  EXPECT_EQ(fixture.ask({"bye", "alice", "2", "half"}).text, "alice has a half-point bye in round 2");
  expect_refused(fixture, {"bye", "alice", "2", "half"}, "alice has a half-point bye in round 2 already");
  expect_refused(fixture, {"bye", "bob", "2", "none"}, "bob has not asked for a bye in round 2");
  expect_refused(fixture, {"bye", "alice", "4", "half"}, "round '4': expected a number from 1 to 3");
  expect_refused(fixture, {"bye", "alice", "two", "half"}, "round 'two': expected a number from 1 to 3");
  expect_refused(fixture, {"bye", "alice", "2", "full"}, "bye 'full': expected half, zero or none");
  expect_refused(fixture, {"bye", "zoe", "2", "half"}, "no entrant 'zoe'");
  EXPECT_THAT(fixture.ask({"status"}).text, HasSubstr("yes, half-point bye in round 2\n"));
  EXPECT_THAT(fixture.notes(), ElementsAre("carol has a zero-point bye in round 1: is late",
                                           "alice has a half-point bye in round 2"));
  for (const char* name : {"alice", "bob", "carol"}) {
    fixture.enter(name, always(name[0] == 'a' ? 2 : 1));
  }
  fixture.start();
  fixture.until_round_is_over(1);
  EXPECT_THAT(fixture.received("carol", "start"), IsEmpty());
  EXPECT_EQ(fixture.standing("alice").at("points"), 1);
  EXPECT_EQ(fixture.standing("carol").at("points"), 0);
  expect_refused(fixture, {"bye", "carol", "1", "none"}, "round 1 has been paired already");
  EXPECT_TRUE(fixture.ask({"start"}).ok);
  fixture.until_round_is_over(2);
  EXPECT_EQ(fixture.standing("alice").at("points"), 1.5);
  EXPECT_EQ(fixture.received("alice", "start").size(), 1U);
  EXPECT_EQ(fixture.received("carol", "start").size(), 1U);
}

// Tournaments 7.5, 8.4: what the arbiter says goes before the file, also after another start.
TEST(Arbiter, RemembersByesInTheNextRun) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, swiss(3));
  config.entrants[0].byes = {{1, PairingRequests::Bye::half}, {2, PairingRequests::Bye::half}};
  {
    TournamentFixture fixture(config);
    EXPECT_EQ(fixture.ask({"bye", "alice", "1", "none", "found", "a", "way"}).text,
              "alice is paired in round 1");
    EXPECT_THAT(fixture.notes(), ElementsAre("alice is paired in round 1 after all: found a way"));
    EXPECT_TRUE(fixture.ask({"bye", "bob", "3", "half"}).ok);
  }
  config.entrants[0].byes = {{1, PairingRequests::Bye::half}, {3, PairingRequests::Bye::half}};  // edited
  TournamentFixture fixture(config);
  fixture.enter("alice", always(2));
  fixture.enter("bob", always(1));
  fixture.play();
  const History& history = fixture.tournament().ledger().history();
  ASSERT_EQ(history.rounds.size(), 3U);
  EXPECT_EQ(history.rounds[0][0].encounter.kind, Encounter::Kind::play);
  EXPECT_EQ(history.rounds[1][0].encounter.kind, Encounter::Kind::play);
  ASSERT_EQ(history.rounds[2].size(), 2U) << "everybody asked for a bye: the round has only those";
  EXPECT_EQ(history.rounds[2][0].encounter.kind, Encounter::Kind::half_bye);
  EXPECT_EQ(history.rounds[2][1].encounter.kind, Encounter::Kind::half_bye);
}

// ---- start, pause ----

// Tournaments 1.6, 7.4: the start, and between rounds.
TEST(Arbiter, StartsWhatWaitsAndNothingElse) {
  const TempFolder folder;
  TournamentConfig config = step_by_step(sums_tournament(folder, {"alice", "bob"}, swiss(2)));
  config.start.when = StartSpec::When::manual;
  TournamentFixture fixture(config);
  fixture.start({{"alice", silent()}, {"bob", always(2)}});
  fixture.world().poll();
  EXPECT_EQ(fixture.ask({"start"}).text, "the tournament begins");
  fixture.until_asked("alice");
  expect_refused(fixture, {"start"}, "it is not waiting to be started");
  fixture.move("alice", 1);
  fixture.until_round_is_over(1);
  fixture.until_told("alice", "round 1 is over; the arbiter begins the next one");
  EXPECT_EQ(fixture.ask({"start"}).text, "it goes on");
  fixture.until_received("alice", "turn", 2);
  expect_refused(fixture, {"start"}, "it is not waiting to be started");
  fixture.move("alice", 1);
  fixture.until_round_is_over(2);
  EXPECT_FALSE(fixture.tournament().finished()) << "after the last round, too";
  EXPECT_EQ(fixture.ask({"start"}).text, "it goes on");
  fixture.play();
  EXPECT_TRUE(fixture.tournament().finished());
}

TEST(Arbiter, OneStartIsForOneWaitOnly) {
  const TempFolder folder;
  TournamentConfig config = step_by_step(sums_tournament(folder, {"alice", "bob"}, swiss(2)));
  config.start.when = StartSpec::When::manual;
  TournamentFixture fixture(config);
  fixture.start({{"alice", always(1)}, {"bob", always(2)}});
  fixture.world().poll();
  fixture.tournament().start();
  fixture.tournament().start();  // a second start changes nothing
  fixture.until_round_is_over(1);
  fixture.world().poll();
  EXPECT_TRUE(fixture.tournament().waiting());
  EXPECT_EQ(fixture.tournament().ledger().rounds(), 1);
}

// Tournaments 1.6: two entrants.
TEST(Arbiter, ATournamentNeedsTwoEntrants) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {}, single_games());
  config.registration.open = true;
  config.start.when = StartSpec::When::manual;
  TournamentFixture fixture(config);
  fixture.start();
  fixture.dial("alice", silent(), "");
  fixture.until_received("alice", "wait");
  expect_refused(fixture, {"start"}, "it needs at least 2 entrants: there are 1");
}

// Tournaments 7.4, 7.5: no match begins; the standings show it.
TEST(Arbiter, PausedNoMatchBegins) {
  const TempFolder folder;
  TournamentFixture fixture(sums_tournament(folder, {"alice", "bob"}, swiss(1, 3)));
  fixture.start({{"alice", silent()}, {"bob", always(2)}});
  fixture.until_asked("alice");
  EXPECT_EQ(fixture.ask({"pause"}).text, "paused: no new game begins; 1 running ones are played to the end");
  expect_refused(fixture, {"pause"}, "it is paused already");
  EXPECT_THAT(fixture.ask({"status"}).text, HasSubstr(", paused"));
  fixture.move("alice", 5);
  fixture.until_received("alice", "end");
  fixture.world().poll();
  EXPECT_EQ(fixture.received("alice", "start").size(), 1U);
  EXPECT_TRUE(fixture.ask({"resume"}).ok);
  fixture.until_received("alice", "start", 2);
  std::vector<std::string> texts;
  for (const StoredChange& change : fixture.stored().changes) {
    texts.push_back(change.text);
    EXPECT_EQ(change.round, 1);
  }
  EXPECT_THAT(texts, ElementsAre("paused by the arbiter", "resumed by the arbiter"));
}

TEST(Arbiter, WhoIsPausedIsTold) {
  const TempFolder folder;
  TournamentFixture fixture(sums_tournament(folder, {"alice", "bob", "carol"}, swiss(1)));
  fixture.start();
  for (const char* name : {"alice", "bob", "carol"}) {
    fixture.enter(name, silent());
  }
  fixture.until([&] { return fixture.parts().match_scheduler.running_matches().size() == 1; });
  const Entrant bye = fixture.tournament().ledger().history().rounds[0][1].encounter.entrants[0];
  const std::string name = fixture.parts().roster.name(bye);
  fixture.ask({"pause"});
  fixture.until_told(name, "the arbiter has stopped play: no match begins until it is resumed");
}

// ---- withdraw, kick ----

TEST(Arbiter, WithdrawalInMidMatchForfeitsThatMatchOnlyAndLaterRoundsAreUnplayed) {
  // Tournaments 5.1, 5.2, 5.3: it forfeits that match; later rounds are forfeits, and it is annulled.
  const TempFolder folder;
  TournamentFixture fixture(sums_tournament(folder, {"alice", "bob", "carol", "dave"},
                                            {{"kind", "round_robin"}, {"best_of", 1}}, {{"turns", 2}}));
  fixture.start({{"alice", silent()}, {"bob", always(2)}, {"carol", always(3)}, {"dave", always(4)}});
  fixture.until_asked("alice");
  EXPECT_TRUE(fixture.ask({"withdraw", "alice"}).ok);
  fixture.play();
  EXPECT_EQ(fixture.received("alice", "end").size(), 1U);
  EXPECT_EQ(fixture.received("alice", "end")[0]["rank"], 2);
  EXPECT_EQ(fixture.received("alice", "error").at(0)["code"], "forfeited");
  EXPECT_EQ(fixture.received("alice", "start").size(), 1U);
  const auto& rounds = fixture.tournament().ledger().history().rounds;
  for (std::size_t round = 1; round < 3; ++round) {
    EXPECT_EQ(rounds[round].back().encounter.kind, Encounter::Kind::forfeit);
    EXPECT_THAT(rounds[round].back().games, IsEmpty());
  }
  EXPECT_EQ(fixture.standing("alice")["withdrawn"], true);
  EXPECT_EQ(fixture.standing("alice")["annulled"], true) << "before half its games";
}

// Tournaments 4.5, 5.1: nobody waits for it, and it is not counted as absent.
TEST(Arbiter, WhoIsWithdrawnWhileItsMatchIsCalledDoesNotPlayIt) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob"}, swiss(1));
  config.start.when = StartSpec::When::manual;
  TournamentFixture fixture(config);
  fixture.start({{"alice", always(1)}});
  fixture.world().poll();
  fixture.ask({"start"});
  fixture.until_told("alice", "match r1t1g1 is called");
  EXPECT_TRUE(fixture.ask({"withdraw", "bob"}).ok);
  fixture.play();  // without waiting ten minutes for bob
  EXPECT_EQ(fixture.standing("alice")["points"], 1);
  EXPECT_EQ(fixture.stored().entrants[1].no_shows, 0);
}

// Tournaments 7.4: it plays on in the same match.
TEST(Arbiter, KickClosesAConnectionAndTheBotMayComeBack) {
  const TempFolder folder;
  TournamentFixture fixture(sums_tournament(folder, {"alice", "bob"}, swiss(1)));
  fixture.start({{"alice", silent()}, {"bob", always(2)}});
  fixture.until_asked("alice");
  EXPECT_EQ(fixture.ask({"kick", "alice", "runs", "twice"}).text,
            "alice's connection is closed; it may come back");
  fixture.until_received("alice", "bye");
  EXPECT_EQ(fixture.received("alice", "bye")[0]["reason"], "kicked by the arbiter: runs twice");
  fixture.enter("alice", always(4));
  fixture.play();
  EXPECT_EQ(fixture.standing("alice")["points"], 1) << "the match went on";
  EXPECT_THAT(fixture.notes(), Contains("alice's connection was closed by the arbiter: runs twice"));
}

// Tournaments 1.8: of an entrant of the file too; the store's token counts from then on.
TEST(Arbiter, AnIssuedTokenReplacesThatOfTheFileForGood) {
  const TempFolder folder;
  std::string token;
  {
    TournamentFixture fixture(sums_tournament(folder, {"alice", "bob"}, swiss(1)));
    fixture.start();
    const std::string text = fixture.ask({"token", "ALICE"}).text;
    EXPECT_THAT(text, HasSubstr("alice's new token, shown only now: "));
    token = text.substr(text.rfind(' ') + 1);
    EXPECT_EQ(fixture.stored().changes.back().text,
              "alice has a new token, issued by the arbiter: token_sha256 of the tournament file no longer "
              "counts");
    fixture.stop();
  }
  TournamentConfig again = sums_tournament(folder, {"alice", "bob"}, swiss(1));
  again.entrants[0].display = "Alice A.";  // the rest of the file counts as before
  TournamentFixture fixture(std::move(again));
  fixture.start();
  fixture.dial("alice", always(1), "token of alice");
  fixture.until_received("alice", "error");
  EXPECT_EQ(fixture.received("alice", "error")[0]["code"], "bad_token");
  fixture.dial("alice", always(1), token);
  fixture.until_received("alice", "welcome");
  fixture.enter("bob", always(2));
  fixture.play();
  EXPECT_EQ(fixture.stored().entrants[0].display, "Alice A.");
}

// ---- rounds ----

// Tournaments 8.8: more or fewer rounds, from those that are paired on.
TEST(Arbiter, SetsTheRoundsOfASwiss) {
  const TempFolder folder;
  TournamentFixture fixture(
      step_by_step(sums_tournament(folder, {"alice", "bob", "carol", "dora"}, swiss(2))));
  fixture.start();
  for (const char* const name : {"alice", "bob", "carol", "dora"}) {
    fixture.enter(name, always(1));
  }
  fixture.until_round_is_over(1);
  for (const char* const wrong : {"0", "101", "three", ""}) {
    expect_refused(fixture, {"rounds", wrong},
                   "rounds '" + std::string(wrong) + "': expected a number from 1 to 100");
  }
  expect_refused(fixture, {"rounds", "2"}, "it has 2 rounds already");
  EXPECT_EQ(fixture.ask({"rounds", "3", "there", "is", "time"}).text, "3 rounds, instead of 2");
  EXPECT_EQ(fixture.standings()["rounds"], 3);
  EXPECT_EQ(fixture.stored().meta.at(meta_key::kRounds), "3");
  EXPECT_TRUE(fixture.ask({"bye", "dora", "3", "half"}).ok) << "of the new round";
  fixture.ask({"start"});
  fixture.until_round_is_over(2);
  expect_refused(fixture, {"rounds", "1"}, "2 rounds have been paired already");
  EXPECT_EQ(fixture.ask({"rounds", "2"}).text, "2 rounds, instead of 3");
  fixture.ask({"start"});
  fixture.play();
  EXPECT_EQ(fixture.tournament().ledger().rounds(), 2);
  EXPECT_THAT(fixture.notes(), ElementsAre("the arbiter has set 3 rounds, instead of 2: there is time",
                                           "dora has a half-point bye in round 3",
                                           "the arbiter has set 2 rounds, instead of 3"));
  expect_refused(fixture, {"rounds", "3"}, "the tournament is over");
}

// Tournaments 8.8, 12.1: a final follows the last of them, and ends the choice.
TEST(Arbiter, SetsTheRoundsBeforeAFinal) {
  const TempFolder folder;
  Json format = swiss(3);
  format["final"] = {{"kind", "double_elimination"}, {"top", 2}};
  TournamentFixture fixture(step_by_step(sums_tournament(folder, {"alice", "bob"}, format)));
  fixture.start({{"alice", always(1)}, {"bob", always(2)}});
  fixture.until_round_is_over(1);
  EXPECT_TRUE(fixture.ask({"rounds", "1"}).ok);
  fixture.ask({"start"});
  fixture.until_round_is_over(2);
  EXPECT_NE(fixture.tournament().ledger().history().rounds[1][0].encounter.stage, 0);
  expect_refused(fixture, {"rounds", "3"}, "its final has begun");
}

// ---- status ----

TEST(Arbiter, TellsHowThingsStand) {
  const TempFolder folder;
  TournamentConfig config = sums_tournament(folder, {"alice", "bob", "carol"}, swiss(2));
  config.start.when = StartSpec::When::manual;
  TournamentFixture fixture(config);
  fixture.start({{"alice", silent()}, {"bob", silent()}});
  fixture.ask({"withdraw", "carol"});
  EXPECT_EQ(fixture.ask({"status"}).text,
            "Spring\nround 0 of 2, 0 games played, starts when the arbiter says so\nrunning: nothing\n"
            "  entrant  connection  plays\n"
            "  alice    here        yes\n"
            "  bob      here        yes\n"
            "  carol    away        withdrawn: by the arbiter");
  fixture.ask({"start"});
  fixture.until_asked("bob");
  EXPECT_THAT(fixture.ask({"status"}).text,
              HasSubstr("Spring\nround 1 of 2, 0 games played\nrunning: r1t1g1\n"));
}

}  // namespace
}  // namespace referee
