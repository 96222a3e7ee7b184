#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/e2e/arbiter_tournament.h"

// `referee ctl void` and `rerun`: their effect on matches, records and standings, also across a crash.

namespace e2e {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ArbiterOnMatches : public ArbiterTest {
 protected:
  /// Two bots that always play the same, so that one wins both games, and a wait after the only round.
  void play_round() {
    Json config = walls(1, randoms(4));
    config["between_rounds"] = "manual";
    config["registration"] = "open";  // so that it listens
    serve(config);
    status_with("round 1 of 1, 4 matches played, waits");
    before_ = standings_without_times();
    before_.erase("notes");
  }
  const Json& before() const { return before_; }
  /// The standings after all matches were played again, without the notes.
  Json played_again() {
    Json page = standings_without_times();
    while (!(page.at("encounters")[0].at("decided") && page.at("encounters")[1].at("decided")) &&
           !HasFailure()) {
      order({"status"});
      page = standings_without_times();
    }
    page.erase("notes");
    return page;
  }

 private:
  Json before_;
};

// Tournaments 7.1, 7.5: it counts for nobody, also after another start.
TEST_F(ArbiterOnMatches, VoidMatchCountsForNobody) {
  play_round();
  EXPECT_EQ(order({"void", "r1t1g1", "power", "cut"}), "match r1t1g1 counts for nobody\n");
  EXPECT_THAT(refused({"void", "r1t1g1"}), HasSubstr("match r1t1g1 is not one that is over and counts"));
  EXPECT_EQ(game("r1t1g1").at("struck"), true);
  EXPECT_THAT(notes(), ElementsAre("match r1t1g1 counts for nobody: power cut"));
  EXPECT_FALSE(has_record("r1t1g1")) << "MATCH.jsonl is the attempt that counts";
  const Json last = Record(folder() / "out" / "records" / "r1t1g1.a1.jsonl").last();
  EXPECT_EQ(last.at("status"), "void");
  EXPECT_EQ(last.at("why"), "match r1t1g1 counts for nobody: power cut");
  EXPECT_TRUE(last.contains("result")) << "the game was over";
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
  // Tournaments 7.3: MATCH.a1.jsonl is the old one, MATCH.jsonl the one that counts.
  play_round();
  EXPECT_EQ(order({"rerun", "r1t2g2", "wrong board"}), "match r1t2g2 is played again\n");
  EXPECT_EQ(played_again(), before()) << "the same bots, the same games";
  EXPECT_TRUE(has_record("r1t2g2.a1"));
  EXPECT_EQ(record_of("r1t2g2").header().at("attempt"), 2);
  EXPECT_THAT(notes(), ElementsAre("match r1t2g2 is played again: wrong board"));
  kill_and_serve_again();
  status_with("4 matches played, waits");
  EXPECT_EQ(played_again(), before());
  EXPECT_THAT(notes(), ElementsAre("match r1t2g2 is played again: wrong board"));
  EXPECT_TRUE(has_record("r1t2g2.a1"));
  order({"rerun", "r1t2g2"});
  kill_and_serve_again();  // in the middle of it, or just before or after
  EXPECT_EQ(played_again(), before());
  status_with("4 matches played, waits");
  order({"start"});
  finish();
  EXPECT_EQ(expect_one_record_a_game(), 4U);
  EXPECT_GE(record_of("r1t2g2").header().at("attempt"), 3);
}

// Tournaments 7.3: also a match that `void` has struck.
TEST_F(ArbiterOnMatches, MatchThatCountsForNobodyMayBePlayedAgain) {
  play_round();
  order({"void", "r1t1g2"});
  order({"rerun", "r1t1g2"});
  EXPECT_EQ(played_again(), before());
  EXPECT_EQ(game("r1t1g2").at("struck"), false);
  order({"start"});
  finish();
}

// Tournaments 2.7, 7.3: a running match begins again, with another seed.
TEST_F(ArbiterOnMatches, RunningMatchIsPlayedAgainFromItsBeginning) {
  serve(walls(1, all_dialled({"alice", "bob"})));
  DialIn alice = join("alice");
  DialIn bob = join("bob");
  const Json first = alice.next("start");
  bob.next("start");
  DialIn& mover = first.at("seat") == 0 ? alice : bob;
  mover.answer(mover.next("turn"));
  EXPECT_THAT(refused({"void", "r1t1g1"}), HasSubstr("a running one: rerun"));
  EXPECT_EQ(order({"rerun", "r1t1g1"}), "match r1t1g1 is played again\n");
  EXPECT_THAT(alice.next("error").at("message"), HasSubstr("the match is void: the arbiter"));
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

}  // namespace
}  // namespace e2e
