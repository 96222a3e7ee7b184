#include "referee/tournament/run/match_scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "referee/tournament/formats/format_table.h"
#include "tests/support/complaint.h"
#include "tests/support/sample_record.h"
#include "tests/support/tournament_fixture.h"

// Matches played for a tournament: two entrants meet once, in match r1t1g1.
namespace referee {
namespace {

using test_support::always;
using test_support::head_of;
using test_support::last_of;
using test_support::silent;
using test_support::single_games;
using test_support::sums_tournament;
using test_support::TempFolder;
using test_support::TournamentFixture;
using testing::ElementsAre;
using testing::IsEmpty;

TournamentConfig duel(const TempFolder& folder, Json options = {{"turns", 1}}) {
  return sums_tournament(folder, {"alice", "bob"}, single_games(), std::move(options));
}

/// Answers all turns of a match with one digit, those of the next match with the next digit.
test_support::MatchTable::Script digits(std::vector<int> by_start) {
  return [by_start, starts = std::size_t{0}](test_support::Peer& peer, const Json& message) mutable {
    starts += message["type"] == "start" ? 1 : 0;
    if (message["type"] == "turn") {
      peer.send(test_support::move_line(message, by_start.at(starts - 1)));
    }
  };
}

/// The types of all messages that a bot has received.
std::vector<std::string> types(TournamentFixture& fixture, const std::string& name) {
  std::vector<std::string> all;
  for (const Json& message : fixture.received(name)) {
    all.push_back(message["type"]);
  }
  return all;
}

// Tournaments 2.7: the seed follows from that of the tournament.
TEST(MatchScheduler, AMatchIsCalledPlayedAndKept) {
  const TempFolder folder;
  TournamentFixture fixture(duel(folder));
  fixture.enter("alice", always(1));
  fixture.enter("bob", always(4));
  fixture.play();
  EXPECT_THAT(types(fixture, "bob"), ElementsAre("welcome", "wait", "wait", "start", "turn", "end", "wait"));
  EXPECT_EQ(fixture.received("bob", "wait")[1]["reason"], "match r1t1g1 is called");
  const Json end = fixture.received("bob", "end")[0];
  EXPECT_EQ(end["match"], "r1t1g1");
  EXPECT_EQ(end["rank"], 1);
  // Its seed is that of tests/referee/match/match_seeds_test.cpp for 42/1/1/1/1.
  EXPECT_EQ(end["seed"], 2884078504231360U);
  const Json header = head_of(fixture.record("r1t1g1.jsonl"));
  EXPECT_EQ(header["tournament"], "Spring");
  EXPECT_EQ(header["round"], 1);
  EXPECT_EQ(header["attempt"], 1);
  EXPECT_EQ(header["seed"], 2884078504231360U);
  EXPECT_EQ(header["players"], Json({"alice", "bob"}));
  const StoreContent stored = fixture.stored();
  ASSERT_EQ(stored.games.size(), 1U);
  EXPECT_EQ(stored.games[0].status, StoredAttempt::Status::done);
  EXPECT_THAT(fixture.lines(), ElementsAre("r1t1g1: 1. bob 4, 2. alice 1, 1 turn"));
}

TEST(MatchScheduler, WhatARunningMatchHasRecordedIsJournaled) {
  // The turns of running matches are written together, every 200 ms.
  const TempFolder folder;
  TournamentFixture fixture(duel(folder, {{"turns", 3}}));
  fixture.enter("alice", always(1));
  fixture.enter("bob", silent());
  fixture.start();
  fixture.until_asked("bob");
  fixture.move("bob", 2);
  fixture.until_received("bob", "turn", 2);
  const auto journal = [&] { return test_support::lines_of(fixture.stored_record("r1t1g1", 1)); };
  fixture.until([&] { return fixture.over() || journal().size() == 2; });
  EXPECT_EQ(Json::parse(journal()[1])["turn"], 0);
  fixture.move("bob", 2);
  fixture.until_received("bob", "turn", 3);
  fixture.move("bob", 2);
  fixture.play();
  EXPECT_EQ(test_support::joined(journal()), fixture.record("r1t1g1.jsonl"));
}

// ---- bots that get ready ----

/// Moves, and gets ready for ever.
test_support::MatchTable::Script never_ready(int digit) { return always(digit); }

TEST(MatchScheduler, ABotThatDoesNotGetReadyHoldsNobodyUpForLongerThanItsStartUpTime) {
  const TempFolder folder;
  TournamentConfig config = duel(folder);
  config.clock.init_ms = 500;  // also for the hello with which it dials in
  config.format = read_format({{"kind", "round_robin"}, {"best_of", 2}}, "format", {2, 1});
  TournamentFixture fixture(config);
  fixture.enter("alice", always(1));
  fixture.bots_take_new_match();
  fixture.enter("bob", never_ready(4));
  fixture.play();
  EXPECT_THAT(types(fixture, "bob"), ElementsAre("welcome", "wait", "wait", "new_match", "error", "start",
                                                 "turn", "end", "wait", "start", "turn", "end", "wait"))
      << "it is asked no more";
  EXPECT_EQ(fixture.received("bob", "error")[0]["code"], "timeout");
  EXPECT_EQ(fixture.standing("bob")["points"], 1);
}

TEST(MatchScheduler, WhoeverStopsTheTournamentDoesNotWaitForABotThatGetsReady) {
  const TempFolder folder;
  TournamentFixture fixture(duel(folder));
  fixture.enter("alice", always(1));
  fixture.bots_take_new_match();
  fixture.enter("bob", never_ready(4));
  fixture.start();
  fixture.until_received("bob", "new_match");
  fixture.stop();  // the time limit of the test is shorter than the start-up time
  EXPECT_THAT(fixture.received("alice", "start"), IsEmpty());
}

// ---- absent entrants ----

TEST(MatchScheduler, WhoIsPresentWinsAfterTheTimeForNoShows) {
  // Tournaments 4.1, 4.2: with one seat of two, no turn is played after no_show_ms.
  const TempFolder folder;
  TournamentConfig config = duel(folder);
  config.start.when = StartSpec::When::manual;
  config.no_show = Milliseconds(20);
  TournamentFixture fixture(config);
  fixture.enter("bob", silent());
  fixture.start();
  fixture.world().poll();
  EXPECT_TRUE(fixture.ask({"start"}).ok);
  fixture.play();
  EXPECT_EQ(fixture.received("bob", "end").at(0)["rank"], 1);
  EXPECT_THAT(fixture.received("bob", "start"), IsEmpty());
  const Json last = last_of(fixture.record("r1t1g1.jsonl"));
  EXPECT_EQ(last["no_show"], Json::array({0}));
  EXPECT_EQ(last["result"]["scores"], Json({0, 1}));
  EXPECT_EQ(fixture.standing("bob")["points"], 1);
  EXPECT_EQ(fixture.standing("alice")["points"], 0);
  EXPECT_EQ(fixture.standing("alice")["faults_by_kind"]["no_show"], 1);
}

// ---- faults of the referee ----

TEST(MatchScheduler, AVoidMatchIsPlayedAgainAsTheNextAttempt) {
  // Tournaments 2.7, 6.2: played again as the next attempt, with another seed.
  const TempFolder folder;
  TournamentFixture fixture(duel(folder, {{"turns", 1}, {"fails", "five"}}));
  fixture.enter("alice", digits({5, 5, 3}));
  fixture.enter("bob", digits({1, 1, 1}));
  fixture.play();
  const auto errors = fixture.received("bob", "error");
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(errors[0]["code"], "referee_error");
  EXPECT_EQ(errors[0]["message"], "the match is void: a fault of the rules");
  EXPECT_EQ(fixture.received("bob", "end").size(), 1U);
  for (const int attempt : {1, 2}) {
    const std::string record = fixture.record("r1t1g1.a" + std::to_string(attempt) + ".jsonl");
    EXPECT_EQ(head_of(record)["attempt"], attempt);
    EXPECT_EQ(last_of(record)["status"], "void");
  }
  EXPECT_EQ(head_of(fixture.record("r1t1g1.jsonl"))["attempt"], 3);
  EXPECT_NE(head_of(fixture.record("r1t1g1.jsonl"))["seed"],
            head_of(fixture.record("r1t1g1.a1.jsonl"))["seed"]);
  std::vector<StoredAttempt::Status> states;
  for (const StoredAttempt& game : fixture.stored().games) {
    states.push_back(game.status);
  }
  using enum StoredAttempt::Status;
  EXPECT_THAT(states, ElementsAre(voided, voided, done));
  EXPECT_EQ(fixture.standing("alice")["points"], 1);
}

// Tournaments 6.2: the third void stops play.
TEST(MatchScheduler, AMatchThatIsVoidThreeTimesPausesTheTournamentAndTheRefereeStays) {
  const TempFolder folder;
  TournamentFixture fixture(duel(folder, {{"turns", 1}, {"fails", "step"}}));
  fixture.enter("alice", always(1));
  fixture.enter("bob", always(1));
  fixture.start();
  fixture.until([&] { return fixture.tournament().paused(); });
  EXPECT_THAT(fixture.tournament().halted(),
              HasSubstr("match r1t1g1 is put off: it did not count 3 times; its records say why: "));
  EXPECT_EQ(fixture.stored().games.size(), 3U);
  EXPECT_EQ(fixture.record("r1t1g1.jsonl"), "");
  EXPECT_NE(fixture.record("r1t1g1.a3.jsonl"), "");
  EXPECT_THAT(fixture.received("alice", "end"), IsEmpty());
  EXPECT_TRUE(fixture.ask({"status"}).ok);
  fixture.stop();
}

}  // namespace
}  // namespace referee
