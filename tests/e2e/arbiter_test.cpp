#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/e2e/arbiter_tournament.h"

// `referee ctl start|pause|resume|status|withdraw|add|void|rerun|kick` to a running referee.

namespace e2e {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// ---- start, pause and resume ----

TEST_F(ArbiterTest, ManualStartBeginsWithoutThoseWhoAreMissing) {
  // Tournaments 1.6, 4.2: who is absent after no_show_ms loses.
  Json config = walls(1, all_dialled({"alice", "bob"}));
  config["start"] = {{"when", "manual"}};
  config["no_show_ms"] = 300;
  serve(config);
  DialIn alice = join("alice");
  EXPECT_THAT(order({"status"}), AllOf(HasSubstr("round 0 of 1"), HasSubstr("when the arbiter says so"),
                                       HasSubstr("running: nothing")));
  EXPECT_EQ(order({"start"}), "the tournament begins\n");
  finish();
  EXPECT_EQ(row("alice").at("points"), 1);
  EXPECT_EQ(row("bob").at("faults_by_kind"), Json({{"no_show", 2}}));
}

// Tournaments 1.6: two entrants.
TEST_F(ArbiterTest, ManualStartIsRefusedWithLessThanTwo) {
  Json config = walls(1, Json::array());
  config["registration"] = "open";
  config["start"] = {{"when", "manual"}};
  serve(config);
  EXPECT_THAT(refused({"start"}), HasSubstr("it needs at least 2 entrants: there are 0"));
  stop();
}

// Tournaments 1.6: one entrant in a field.
TEST_F(ArbiterTest, ManualStartOfAFieldNeedsOneEntrantOnly) {
  Json config = walls(1, Json::array());
  config.update({{"game", "superball"}, {"options", Json::object()}, {"start", {{"when", "manual"}}}});
  config["format"] = {{"kind", "field"}};
  config["entrants"] = Json::array({launched("anna", {sample_bot("sb_play")})});
  config["registration"] = "open";  // so that it listens
  config["sandbox"] = "none";
  serve(config);
  EXPECT_EQ(order({"start"}), "the tournament begins\n");
  finish();
  EXPECT_EQ(row("anna").at("games"), 1);
}

// Tournaments 8.8, 1.8: what the arbiter has set survives a crash.
TEST_F(ArbiterTest, RoundsAndTokensOutliveTheReferee) {
  Json config = walls(1, all_dialled({"alice", "bob"}));
  config["start"] = {{"when", "manual"}};
  serve(config);
  EXPECT_EQ(order({"rounds", "2", "there", "is", "time"}), "2 rounds, instead of 1\n");
  std::string token = order({"token", "alice"});
  token = token.substr(token.rfind(' ') + 1);
  token.pop_back();
  kill_and_serve_again();
  EXPECT_THAT(order({"status"}), HasSubstr("round 0 of 2"));
  EXPECT_EQ(refusal("alice").at("code"), "bad_token") << "that of the file";
  DialIn alice = join("alice", {{"token", token}});
  DialIn bob = join("bob");
  order({"start"});
  for (int number = 1; number <= 4; ++number) {
    play(alice, bob);
  }
  finish();
  EXPECT_EQ(standings().at("rounds"), 2);
  EXPECT_THAT(notes(), ElementsAre("the arbiter has set 2 rounds, instead of 1: there is time",
                                   HasSubstr("alice has a new token, issued by the arbiter: token_sha256"),
                                   HasSubstr("round 2 has no pairing by the rules")));
  const Child& page = run({"standings", "spring.db", "--format", "json"});
  EXPECT_EQ(Json::parse(page.out()).at("rounds"), 2);
}

// Tournaments 7.4: after each round, the last one too.
TEST_F(ArbiterTest, BetweenRoundsItWaitsForTheArbiter) {
  Json config = walls(2, all_dialled({"alice", "bob"}));
  config["between_rounds"] = "manual";
  serve(config);
  DialIn alice = join("alice");
  DialIn bob = join("bob");
  play(alice, bob);
  EXPECT_THAT(refused({"start"}), HasSubstr("not waiting"));
  play(alice, bob);
  await_reason(alice, "round 1 is over; the arbiter begins the next one");
  EXPECT_THAT(order({"status"}), HasSubstr("round 1 of 2, 2 matches played, waits for the arbiter"));
  EXPECT_EQ(standings().at("round"), 1);
  EXPECT_EQ(order({"start"}), "it goes on\n");
  play(alice, bob);
  play(alice, bob);
  await_reason(alice, "round 2 is over");
  EXPECT_EQ(standings().at("finished"), false);
  EXPECT_EQ(order({"start"}), "it goes on\n");
  finish();
}

// Tournaments 7.4, 7.5: running matches end, no other begins.
TEST_F(ArbiterTest, PauseLetsRunningMatchesEndAndCallsNoOthers) {
  serve(walls(1, all_dialled({"alice", "bob"})));
  DialIn alice = join("alice");
  DialIn bob = join("bob");
  status_with("running: r1t1g1");
  EXPECT_EQ(order({"pause"}), "no more matches begin; 1 running ones end\n");
  EXPECT_THAT(refused({"pause"}), HasSubstr("paused already"));
  play(alice, bob);
  EXPECT_THAT(status_with("running: nothing"), HasSubstr("1 matches played, paused"));
  EXPECT_EQ(order({"resume"}), "matches begin again\n");
  EXPECT_THAT(refused({"resume"}), HasSubstr("not paused"));
  play(alice, bob);
  finish();
  EXPECT_THAT(notes(), ElementsAre("paused by the arbiter", "resumed by the arbiter"));
}

// ---- entrants ----

TEST_F(ArbiterTest, WithdrawalForfeitsTheRunningMatchOnly) {
  // Tournaments 5.1: it forfeits the running match, and is not paired again.
  serve(walls(3, all_dialled({"alice", "bob"})));
  DialIn alice = join("alice");
  DialIn bob = join("bob");
  play(alice, bob);
  const bool bob_begins = bob.next("start").at("seat") == 0;
  if (bob_begins) {
    bob.next("turn");
  }
  EXPECT_EQ(order({"withdraw", "BOB", "has", "left"}), "bob is withdrawn\n");
  EXPECT_THAT(refused({"withdraw", "bob"}), HasSubstr("bob is withdrawn already"));
  alice.play();
  finish();
  EXPECT_EQ(row("bob").at("withdrawn"), true);
  EXPECT_THAT(notes(), Contains("bob is withdrawn: has left"));
  EXPECT_THAT(record_of("r1t1g1").verdicts(0), testing::Each("ok"));
  const Record forfeited = record_of("r1t1g2");
  EXPECT_THAT(forfeited.verdicts(seat_in(forfeited, "bob")), Contains("forfeited"));
  EXPECT_THAT(forfeited.verdicts(seat_in(forfeited, "alice")), Not(Contains("forfeited")));
  EXPECT_EQ(row("alice").at("games"), 2) << "later rounds are byes, not games";
  EXPECT_EQ(row("bob").at("games"), 2);
  EXPECT_FALSE(has_record("r2t1g1"));
}

// Tournaments 1.1, 1.3: added by the arbiter, paired from the next round on.
TEST_F(ArbiterTest, AddedEntrantPlaysTheNextSwissRound) {
  Json config = walls(2, all_dialled({"alice", "bob", "carol"}));
  config["between_rounds"] = "manual";
  serve(config);
  std::vector<DialIn> bots;
  for (const char* const name : {"alice", "bob", "carol"}) {
    bots.push_back(join(name));
  }
  const std::string said = order({"add", "dave"});
  EXPECT_THAT(said, StartsWith("dave may dial in. Its token, shown only now: "));
  std::string token = said.substr(said.rfind(' ') + 1);
  token.pop_back();
  EXPECT_THAT(refused({"add", "Dave"}), HasSubstr("dave is an entrant already"));
  EXPECT_THAT(refused({"add", "d/ve"}), HasSubstr("expected a letter or digit"));
  EXPECT_THAT(refused({"add", "house"}), HasSubstr("taken"));
  EXPECT_EQ(refusal("dave", {{"token", "another"}}).at("code"), "bad_token");
  kill_and_serve_again();  // the roster is the store's
  bots.clear();
  std::vector<Child*> polite_ones;
  for (const char* const name : {"alice", "bob", "carol"}) {
    polite_ones.push_back(&polite(name));
  }
  test_support::write_file(path("dave.token"), token + "\n");
  polite_ones.push_back(&spawn({sample_bot("walls_random"), "--connect", address(), "--name", "dave",
                                "--token-file", path("dave.token")}));
  status_with("round 1 of 2, 2 matches played, waits");
  EXPECT_EQ(row("dave").at("games"), 0) << "it came after the pairing of round 1";
  order({"start"});
  status_with("round 2 of 2, 6 matches played, waits");
  order({"start"});
  finish();
  EXPECT_EQ(row("dave").at("games"), 2);
  EXPECT_THAT(notes(), Contains("dave has entered, registered by the arbiter"));
  expect_no_faults({"alice", "bob", "carol", "dave"});
  for (Child* const bot : polite_ones) {
    bot->wait();
    EXPECT_EQ(bot->code(), 0) << bot->err();
  }
}

// Tournaments 5.4: the arbiter lets it in again.
TEST_F(ArbiterTest, AddLetsAWithdrawnEntrantInAgain) {
  Json config = walls(2, all_dialled({"alice", "bob"}));
  config["start"] = {{"when", "manual"}};
  serve(config);
  order({"withdraw", "bob"});
  EXPECT_THAT(order({"status"}), HasSubstr("withdrawn"));
  EXPECT_EQ(order({"add", "bob"}), "bob plays again\n");
  DialIn alice = join("alice");
  DialIn bob = join("bob");
  order({"start"});
  for (int number = 1; number <= 4; ++number) {
    play(alice, bob);
  }
  finish();
  EXPECT_EQ(row("bob").at("withdrawn"), false);
  EXPECT_THAT(notes(), ElementsAre("bob is withdrawn", HasSubstr("bob plays again"),
                                   HasSubstr("round 2 has no pairing by the rules")));
}

// Tournaments 7.4: it plays on in the same match.
TEST_F(ArbiterTest, KickedBotMayComeBackAndTheMatchGoesOn) {
  serve(walls(1, all_dialled({"alice", "bob"})));
  DialIn alice = join("alice");
  DialIn bob = join("bob");
  const bool bob_begins = bob.next("start").at("seat") == 0;
  if (!bob_begins) {
    alice.answer(alice.next("turn"));
  }
  const Json asked = bob.next("turn");
  EXPECT_EQ(order({"kick", "bob", "too", "loud"}), "bob's connection is closed; it may come back\n");
  EXPECT_EQ(bob.next("bye").at("reason"), "kicked by the arbiter: too loud");
  EXPECT_TRUE(bob.at_end());
  EXPECT_THAT(refused({"kick", "bob"}), HasSubstr("bob has no connection"));
  DialIn again = join("bob", {{"resume", true}});
  const Json turn = again.next("turn");
  EXPECT_EQ(turn.at("turn"), asked.at("turn")) << "the same turn, on the clock as it was";
  again.answer(turn);
  for (int number = bob_begins ? 1 : 2; number < 18; ++number) {
    DialIn& mover = (number % 2 == 0) == bob_begins ? again : alice;
    mover.answer(mover.next("turn"));
  }
  play(alice, again);
  finish();
  EXPECT_EQ(row("bob").at("faults"), 0);
  EXPECT_THAT(notes(), ElementsAre("bob's connection was closed by the arbiter: too loud"));
}

// Tournaments 1.4: nor may the arbiter add anybody.
TEST_F(ArbiterTest, NobodyEntersARoundRobinThatHasBegun) {
  serve(round_robin(all_dialled({"alice", "bob"})));
  DialIn alice = join("alice");
  DialIn bob = join("bob");
  status_with("running: r1t1g1");
  EXPECT_THAT(refused({"add", "zoe"}), HasSubstr("nobody can enter any more"));
  play(alice, bob);
  play(alice, bob);
  finish();
  EXPECT_THAT(notes(), testing::IsEmpty());
}

// ---- what is wrong ----

TEST_F(ArbiterTest, WrongOrdersAreRefusedInOneLine) {
  serve(walls(1, all_dialled({"alice", "bob"})));
  DialIn alice = join("alice");
  const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
      {{"withdraw", "zoe"}, "no entrant 'zoe'"},
      {{"kick", "zoe"}, "no entrant 'zoe'"},
      {{"kick", "bob"}, "bob has no connection"},
      {{"void", "r1t1g1"}, "match r1t1g1"},
      {{"rerun", "r1t1g1"}, "match r1t1g1 has not been played"},
      {{"rerun", "r99999999999999999999t1g1"}, "expected a name like r1t3g2"},
      {{"rerun", "alice"}, "match 'alice': expected a name like r1t3g2"},
      {{"void", "r01t1g1"}, "expected a name like r1t3g2"},
      {{"void", "r1t1g1.a1"}, "expected a name like r1t3g2"},
      {{"void", "r7t7g7"}, "match r7t7g7"},
      {{"add", "alice"}, "alice is an entrant already"},
      {{"add", ""}, "expected a letter or digit"},
      {{"withdraw", "\x1b[2Jalice"}, "no entrant '"},
      {{"resume"}, "not paused"},
  };
  for (const auto& [words, message] : wrong) {
    EXPECT_THAT(refused(words), AllOf(HasSubstr(message), Not(HasSubstr("\x1b")))) << words.back();
  }
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{"frobnicate"},
                                                                                     {"start", "now"},
                                                                                     {"withdraw"},
                                                                                     {"void"},
                                                                                     {"rerun"},
                                                                                     {"kick"},
                                                                                     {"add"},
                                                                                     {"rounds"}}) {
    EXPECT_EQ(ctl(words).code(), kUsage) << words.front();
  }
  EXPECT_EQ(notes(), std::vector<std::string>());
  stop();
  const Child& nobody = ctl({"status"});
  EXPECT_EQ(nobody.code(), kFailed);
  EXPECT_EQ(std::ranges::count(nobody.err(), '\n'), 1) << nobody.err();
  EXPECT_THAT(nobody.err(), HasSubstr("no referee answers at spring.db.ctl"));
}

TEST_F(ArbiterTest, OfTwoRefereesInAFolderOneHasToBeNamed) {
  serve(walls(1, all_dialled({"alice", "bob"})));
  EXPECT_THAT(run({"ctl", "status"}).out(), HasSubstr("alice"));
  Child& other = start({"serve", "config.json", "--store", "autumn.db", "--reports", "autumn"});
  EXPECT_NE(other.wait_for_line("results are kept in autumn.db"), "");
  const Child& both = run({"ctl", "status"});
  EXPECT_EQ(both.code(), kUsage);
  EXPECT_THAT(both.err(), HasSubstr("autumn.db.ctl, spring.db.ctl"));
  EXPECT_EQ(run({"ctl", "--socket", "autumn.db.ctl", "status"}).code(), kDone);
  other.signal(SIGTERM);
  other.wait();
  EXPECT_EQ(run({"ctl", "status"}).code(), kDone);
  stop();
}

}  // namespace
}  // namespace e2e
