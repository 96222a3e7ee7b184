#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/base/secrets.h"
#include "referee/record/commitment.h"
#include "referee/tournament/formats/format_table.h"
#include "tests/support/sample_record.h"
#include "tests/support/sums.h"
#include "tests/support/tournament_fixture.h"

// Games of one seat, in fields and duels.

namespace referee {
namespace {

using test_support::always;
using test_support::head_of;
using test_support::silent;
using test_support::TempFolder;
using test_support::TournamentFixture;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const Json kField = {{"kind", "field"}};

Json duels(int best_of) { return {{"kind", "round_robin"}, {"best_of", best_of}}; }

/// A game of one seat; each instance has as many turns as its number.
TournamentConfig one_seat(const TempFolder& folder, const std::vector<std::string>& names, const Json& format,
                          int instances) {
  const Json options = {{"seats", 1}, {"turns", 1}};
  TournamentConfig config = test_support::sums_tournament(folder, names, format, options);
  Json list = Json::array();
  for (int turns = 1; turns <= instances; ++turns) {
    list.push_back({{"turns", turns}});
  }
  config.instances = Instances(list, "instances", test_support::kSums, options);
  config.format = read_format(format, "format", {config.seats, config.instances.size()});
  config.start.min_entrants = 1;
  return config;
}

// ---- field ----

// Tournaments 1.6: a field needs one entrant.
TEST(FieldTournament, TheArbiterStartsItWithOneEntrant) {
  const TempFolder folder;
  TournamentConfig config = one_seat(folder, {"alice"}, kField, 1);
  config.start.when = StartSpec::When::manual;
  TournamentFixture fixture(config);
  fixture.start({{"alice", always(1)}});
  fixture.world().poll();
  EXPECT_EQ(fixture.ask({"start"}).text, "the tournament begins");
  fixture.until_received("alice", "end");
}

TEST(FieldTournament, EachResultIsShownWithTheRunningAverage) {
  // The line of each match also gives the mean so far.
  const TempFolder folder;
  TournamentFixture fixture(one_seat(folder, {"alice"}, kField, 2));
  fixture.enter("alice", always(3));
  fixture.play();
  EXPECT_THAT(fixture.lines(), ElementsAre("r1t1g1: alice 3, 1 turn, average 3 over 1",
                                           "r2t1g1: alice 6, 2 turns, average 4.5 over 2"));
}

TEST(FieldTournament, AllHaveTheSameSeedAndSaltAndSeeThemAtTheEnd) {
  // Tournaments 2.7: all have the same seed and salt, and see them when the tournament is over.
  const TempFolder folder;
  TournamentFixture fixture(one_seat(folder, {"alice", "bob"}, kField, 2));
  fixture.enter("alice", always(1));
  fixture.enter("bob", always(3));
  fixture.play();
  const auto starts = fixture.received("alice", "start");
  EXPECT_EQ(starts[0]["commitment"], fixture.received("bob", "start")[0]["commitment"]);
  EXPECT_NE(starts[0]["commitment"], starts[1]["commitment"]);
  for (const Json& end : fixture.received("bob", "end")) {
    EXPECT_EQ(end["seed"], Json());
    EXPECT_EQ(end["salt"], Json());
  }
  const Json head = head_of(fixture.record("r1t1g1.jsonl"));
  EXPECT_EQ(head["seed"], head_of(fixture.record("r1t2g1.jsonl"))["seed"]);
  EXPECT_EQ(head["salt"], head_of(fixture.record("r1t2g1.jsonl"))["salt"]);
  EXPECT_EQ(commitment_of({head["seed"], head["salt"]}), starts[0]["commitment"].get<std::string>());
}

TEST(FieldTournament, WhoDoesNotComeScoresNothing) {
  // Tournaments 4.4, 4.5, 9.4: absent it scores 0; withdrawn, it scores 0 in the instance that it lacks.
  const TempFolder folder;
  TournamentConfig config = one_seat(folder, {"alice", "bob"}, kField, 3);
  config.start.when = StartSpec::When::manual;
  config.no_show = Milliseconds(1);
  TournamentFixture fixture(config);
  fixture.start({{"alice", always(1)}});
  EXPECT_TRUE(fixture.ask({"start"}).ok);
  fixture.play();
  EXPECT_EQ(fixture.standing("alice")["score"]["mean"], 2);
  const Json bob = fixture.standing("bob");
  EXPECT_EQ(bob["score"]["mean"], 0);
  EXPECT_EQ(bob["faults_by_kind"]["no_show"], 2);
  EXPECT_EQ(bob["withdrawn"], true);
  const Json last = test_support::last_of(fixture.record("r1t2g1.jsonl"));
  EXPECT_EQ(last["no_show"], Json::array({0}));
  EXPECT_EQ(last["result"]["scores"], Json::array({0}));
}

// ---- duels ----

// Tournaments 2.7, 7.3: only the match of one entrant is played again, with the same seed.
TEST(DuelTournament, BothHaveTheSameChanceAlsoWhenAMatchIsPlayedAgain) {
  const TempFolder folder;
  TournamentConfig config = one_seat(folder, {"alice", "bob"}, duels(1), 1);
  config.between_rounds = BetweenRounds::manual;
  TournamentFixture fixture(config);
  fixture.start({{"alice", always(1)}, {"bob", always(3)}});
  fixture.until([&] { return fixture.tournament().waiting(); });
  EXPECT_TRUE(fixture.ask({"rerun", "r1t1g2"}).ok);
  fixture.until_received("bob", "end", 2);
  fixture.until([&] { return fixture.tournament().ledger().decided(1); });
  EXPECT_EQ(fixture.received("alice", "start").size(), 1U) << "its own match stands";
  EXPECT_EQ(fixture.received("bob", "start")[1]["commitment"],
            fixture.received("alice", "start")[0]["commitment"]);
  fixture.until([&] { return fixture.standing("bob")["points"] == 1; });
  EXPECT_TRUE(fixture.ask({"start"}).ok);
  fixture.play();
  EXPECT_THAT(fixture.record("r1t1g2.a1.jsonl"), HasSubstr("\"status\":\"void\""));
  EXPECT_EQ(head_of(fixture.record("r1t1g2.jsonl"))["attempt"], 2);
}

// ---- practice ----

// Tournaments 9.5: in games of one seat practice is played alone; each match shows its seed.
TEST(OneSeatPractice, NeedsNoHouseBot) {
  const TempFolder folder;
  Json json = {{"name", "Practice"}, {"game", "snake"}, {"format", {{"kind", "practice"}}}};
  TournamentFixture fixture(test_support::tournament(folder, json));
  fixture.start();
  fixture.dial("alice", always("EEEE"), "");
  fixture.until_received("alice", "end", 2);
  const auto ends = fixture.received("alice", "end");
  EXPECT_EQ(ends[0]["scores"], Json::array({1006}));
  EXPECT_NE(ends[0]["seed"], Json());
  EXPECT_NE(ends[0]["seed"], ends[1]["seed"]) << "nobody is compared with anybody";
  fixture.stop();
  EXPECT_THAT(fixture.record("r1t1g1.jsonl"), Not(IsEmpty()));
}

}  // namespace
}  // namespace referee
