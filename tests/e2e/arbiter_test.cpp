#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/e2e/stored_tournament.h"

// `referee ctl start|pause|resume|status|withdraw|add|void|rerun|kick` to a running referee: "each change
// journaled and shown in the standings".

namespace e2e {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class ArbiterTest : public StoredTournament {
 protected:
  /// Tells what `said` says once it says `words`; the referee is asked again and again.
  std::string status_with(const std::string& words) {
    std::string said = order({"status"});
    while (said.find(words) == std::string::npos) {
      said = order({"status"});
    }
    return said;
  }
  /// A test that fails leaves the referee to be killed; this ends it in order.
  void stop() {
    referee().signal(SIGTERM);
    referee().wait();
    EXPECT_EQ(referee().code(), kDone) << referee().err();
  }
  void kill_and_serve_again() {
    referee().signal(SIGKILL);
    referee().wait();
    EXPECT_EQ(referee().code(), kKilled);
    serve_again();
  }
  /// Reads to the wait message that has that in its reason.
  static void await_reason(DialIn& bot, const std::string& words) {
    Json wait = bot.next("wait");
    while (!wait.is_null() && wait.at("reason").get<std::string>().find(words) == std::string::npos) {
      wait = bot.next("wait");
    }
    EXPECT_FALSE(wait.is_null()) << "never told: " << words;
  }
  /// Plays the next game of these two to its end, all to the left: nobody wins.
  static void play(DialIn& one, DialIn& other) {
    const bool one_begins = one.next("start").at("seat") == 0;
    for (int number = 0; number < 18; ++number) {
      DialIn& mover = (number % 2 == 0) == one_begins ? one : other;
      mover.answer(mover.next("turn"));
    }
    EXPECT_FALSE(one.next("end").is_null());
    EXPECT_FALSE(other.next("end").is_null());
  }
};

// ---- the course ----

TEST_F(ArbiterTest, ManualStartBeginsWithoutThoseWhoAreMissing) {
  // "start: when = manual (referee ctl start)"; a no-show loses after no_show_ms.
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

TEST_F(ArbiterTest, ManualStartIsRefusedWithLessThanTwo) {
  Json config = walls(1, Json::array());
  config["registration"] = "open";
  config["start"] = {{"when", "manual"}};
  serve(config);
  EXPECT_THAT(refused({"start"}), HasSubstr("needs two entrants: there are 0"));
  stop();
}

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
  // "Withdrawal in mid-match forfeits that match only; later rounds are unplayed."
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
  EXPECT_THAT(notes(), ElementsAre("bob is withdrawn", HasSubstr("bob plays again")));
}

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

// ---- matches ----

class ArbiterOnMatches : public ArbiterTest {
 protected:
  /// Two bots that always play the same, and a wait after the only round: somebody wins both games.
  void play_round() {
    Json config = walls(1, randoms(4));
    config["between_rounds"] = "manual";
    config["registration"] = "open";  // so that it listens
    serve(config);
    status_with("round 1 of 1, 4 matches played, waits");
    before_ = standings_without_times();
  }
  const Json& before() const { return before_; }

 private:
  Json before_;
};

TEST_F(ArbiterOnMatches, VoidMatchCountsForNobody) {
  play_round();
  const std::string record = test_support::read_file(folder() / "out" / "records" / "r1t1g1.jsonl");
  EXPECT_EQ(order({"void", "r1t1g1", "power", "cut"}), "match r1t1g1 counts for nobody\n");
  EXPECT_THAT(refused({"void", "r1t1g1"}), HasSubstr("match r1t1g1 is not one that is over and counts"));
  EXPECT_EQ(game("r1t1g1").at("struck"), true);
  EXPECT_THAT(notes(), ElementsAre("match r1t1g1 counts for nobody: power cut"));
  EXPECT_EQ(test_support::read_file(folder() / "out" / "records" / "r1t1g1.jsonl"), record);
  const Json after = standings_without_times();
  EXPECT_NE(after.at("standings"), before().at("standings"));
  kill_and_serve_again();
  status_with("waits for the arbiter");
  EXPECT_EQ(standings_without_times(), after);
  order({"start"});
  finish();
  EXPECT_EQ(game("r1t1g1").at("struck"), true);
}

TEST_F(ArbiterOnMatches, FinishedMatchIsPlayedAgain) {
  // "void and rerun of a finished match": MATCH.a1.jsonl is the old one, MATCH.jsonl the one that counts.
  play_round();
  EXPECT_EQ(order({"rerun", "r1t2g2", "wrong board"}), "match r1t2g2 is played again\n");
  status_with("4 matches played, waits");
  EXPECT_TRUE(has_record("r1t2g2.a1"));
  EXPECT_EQ(record_of("r1t2g2").header().at("attempt"), 2);
  EXPECT_THAT(notes(), ElementsAre("match r1t2g2 is played again: wrong board"));
  Json after = standings_without_times();
  kill_and_serve_again();
  status_with("4 matches played, waits");
  EXPECT_EQ(standings_without_times(), after);
  EXPECT_TRUE(has_record("r1t2g2.a1"));
  after["notes"] = Json::array();
  EXPECT_EQ(after, before()) << "the same bots, the same games";
  order({"start"});
  finish();
  EXPECT_EQ(record_of("r1t2g2").header().at("attempt"), 2);
}

TEST_F(ArbiterOnMatches, MatchThatCountsForNobodyMayBePlayedAgain) {
  play_round();
  order({"void", "r1t1g2"});
  order({"rerun", "r1t1g2"});
  status_with("4 matches played, waits");
  EXPECT_EQ(game("r1t1g2").at("struck"), false);
  Json after = standings_without_times();
  after["notes"] = Json::array();
  EXPECT_EQ(after, before());
  order({"start"});
  finish();
}

TEST_F(ArbiterOnMatches, RunningMatchIsPlayedAgainFromItsBeginning) {
  serve(walls(1, all_dialled({"alice", "bob"})));
  DialIn alice = join("alice");
  DialIn bob = join("bob");
  const Json first = alice.next("start");
  DialIn& mover = first.at("seat") == 0 ? alice : bob;
  mover.answer(mover.next("turn"));
  EXPECT_THAT(refused({"void", "r1t1g1"}), HasSubstr("a running one: rerun"));
  EXPECT_EQ(order({"rerun", "r1t1g1"}), "match r1t1g1 is played again\n");
  bob.next("start");
  const Json second = alice.next("start");
  EXPECT_EQ(second.at("match"), "r1t1g1");
  EXPECT_NE(second.at("commitment"), first.at("commitment")) << "another attempt has another seed";
  for (int number = 0; number < 18; ++number) {
    DialIn& next = (number % 2 == 0) == (second.at("seat") == 0) ? alice : bob;
    next.answer(next.next("turn"));
  }
  play(alice, bob);
  finish();
  EXPECT_TRUE(has_record("r1t1g1.a1"));
  EXPECT_EQ(expect_one_record_a_game(), 2U);
  EXPECT_EQ(row("alice").at("games"), 2);
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
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"frobnicate"}, {"start", "now"}, {"withdraw"}, {"void"}, {"rerun"}, {"kick"}, {"add"}}) {
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
