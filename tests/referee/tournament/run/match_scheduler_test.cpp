#include "referee/tournament/run/match_scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/match/replay.h"
#include "referee/net/event.h"
#include "tests/support/sample_record.h"
#include "tests/support/tournament_fixture.h"
#include "tests/support/world.h"

// Matches as a tournament has them played: two entrants meet once, in match r1t1g1.
namespace referee {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Matches that hold slots until they are told to end.
class SlotsTest : public testing::Test {
 protected:
  void prepare(std::size_t total) { slots_.emplace(world_.io(), total); }
  void begin(const std::string& match, std::size_t count) {
    ends_[match] = std::make_unique<Event>(world_.io());
    world_.tasks().start("match", play(*slots_, count, *ends_[match], running_, match));
    world_.poll();
  }
  void end(const std::string& match) {
    ends_[match]->set();
    world_.poll();
  }

  test_support::World world_;
  std::optional<Slots> slots_;
  std::vector<std::string> running_;  // in the order in which they began

 private:
  static Task<> play(Slots& slots, std::size_t count, Event& end, std::vector<std::string>& running,
                     std::string match) {
    const Slots::Held held = co_await slots.take(count);
    running.push_back(match);
    co_await end.wait();
    std::erase(running, match);
  }

  std::map<std::string, std::unique_ptr<Event>> ends_;
};

TEST_F(SlotsTest, AsManyPlayAsThereAreSlots) {
  // `parallel` bounds the seats of launched bots that are asked at once.
  prepare(3);
  begin("a", 1);
  begin("b", 2);
  begin("c", 1);
  EXPECT_THAT(running_, ElementsAre("a", "b"));
  end("b");
  EXPECT_THAT(running_, ElementsAre("a", "c"));
}

TEST_F(SlotsTest, TheOrderIsThatOfTheirComing) {
  // A match that needs much is not overtaken for ever.
  prepare(2);
  begin("a", 1);
  begin("great", 2);
  begin("small", 1);
  EXPECT_THAT(running_, ElementsAre("a"));
  end("a");
  EXPECT_THAT(running_, ElementsAre("great"));
  end("great");
  EXPECT_THAT(running_, ElementsAre("small"));
}

TEST_F(SlotsTest, AllThatFitBeginAtOnce) {
  prepare(2);
  begin("great", 2);
  begin("a", 1);
  begin("b", 1);
  end("great");
  EXPECT_THAT(running_, ElementsAre("a", "b"));
}

TEST_F(SlotsTest, AMatchThatNeedsMoreThanThereArePlaysAlone) {
  prepare(2);
  begin("a", 1);
  begin("huge", 4);
  EXPECT_THAT(running_, ElementsAre("a"));
  end("a");
  begin("b", 1);
  EXPECT_THAT(running_, ElementsAre("huge"));
  end("huge");
  EXPECT_THAT(running_, ElementsAre("b"));
}

TEST_F(SlotsTest, AMatchThatNeedsNoneNeverWaits) {
  // Bots that dial in need no slots.
  prepare(1);
  begin("launched", 1);
  begin("waits", 1);
  begin("dialled", 0);
  begin("dialled too", 0);
  EXPECT_THAT(running_, ElementsAre("launched", "dialled", "dialled too"));
  end("launched");
  EXPECT_THAT(running_, ElementsAre("dialled", "dialled too", "waits"));
}

TEST_F(SlotsTest, ClosedNobodyWaits) {
  prepare(1);
  begin("a", 1);
  begin("b", 1);
  begin("c", 1);
  slots_->close();
  world_.poll();
  EXPECT_THAT(running_, ElementsAre("a", "b", "c"));
  begin("d", 1);
  EXPECT_THAT(running_, ElementsAre("a", "b", "c", "d"));
  for (const char* match : {"a", "b", "c", "d"}) {
    end(match);
  }
  EXPECT_THAT(running_, IsEmpty());
}

using test_support::always;
using test_support::Gate;
using test_support::head_of;
using test_support::last_of;
using test_support::silent;
using test_support::single_games;
using test_support::sums_tournament;
using test_support::TempFolder;
using test_support::TournamentHall;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TournamentConfig duel(const TempFolder& folder, Json options = {{"turns", 1}}) {
  return sums_tournament(folder, {"alice", "bob"}, single_games(), std::move(options));
}

/// Answers with one digit after the other, match by match.
test_support::MatchTable::Script digits(std::vector<int> by_start) {
  return [by_start, starts = std::size_t{0}](test_support::Peer& peer, const Json& message) mutable {
    starts += message["type"] == "start" ? 1 : 0;
    if (message["type"] == "turn") {
      peer.send(test_support::move_line(message, by_start.at(starts - 1)));
    }
  };
}

// Tournaments 2.7: the seed follows from that of the tournament.
TEST(Arena, AMatchIsCalledPlayedAndKept) {
  const TempFolder folder;
  TournamentHall hall(duel(folder));
  hall.enter("alice", always(1));
  hall.enter("bob", always(4));
  hall.play();
  std::vector<std::string> types;
  for (const Json& message : hall.heard("bob")) {
    types.push_back(message["type"]);
  }
  EXPECT_THAT(types, ElementsAre("welcome", "wait", "wait", "start", "turn", "end", "wait"));
  EXPECT_EQ(hall.heard("bob", "wait")[1]["reason"], "match r1t1g1 is called");
  const Json end = hall.heard("bob", "end")[0];
  EXPECT_EQ(end["match"], "r1t1g1");
  EXPECT_EQ(end["rank"], 1);
  // Its seed is that of tests/referee/match/match_spec_test.cpp for 42/1/1/1/1.
  EXPECT_EQ(end["seed"], 2884078504231360U);
  const Json header = head_of(hall.record("r1t1g1.jsonl"));
  EXPECT_EQ(header["tournament"], "Spring");
  EXPECT_EQ(header["round"], 1);
  EXPECT_EQ(header["attempt"], 1);
  EXPECT_EQ(header["seed"], 2884078504231360U);
  EXPECT_EQ(header["players"], Json({"alice", "bob"}));
  const StoreContent stored = hall.stored();
  ASSERT_EQ(stored.games.size(), 1U);
  EXPECT_EQ(stored.games[0].status, StoredGame::Status::done);
  EXPECT_THAT(hall.lines(), ElementsAre("r1t1g1: 1. bob 4, 2. alice 1, 1 turn"));
}

TEST(Arena, AFinishedMatchIsOnTheDiskBeforeItsEndGoesOut) {
  // Tournaments 6.3: on the disk before it is told.
  const TempFolder folder;
  Gate gate;
  const TournamentConfig config = duel(folder);
  TournamentHall hall(config, test_support::gated_store(config, gate, "finish"));
  hall.enter("alice", always(1));
  hall.enter("bob", silent());
  hall.start();
  hall.until_asked("bob");
  gate.shut();
  hall.move("bob", 2);
  hall.until([&] { return !gate.seen().empty(); });
  hall.world().poll();
  EXPECT_THAT(hall.heard("alice", "end"), IsEmpty());
  EXPECT_EQ(hall.stored().games.at(0).status, StoredGame::Status::running);
  gate.open();
  hall.until_heard("alice", "end");
  EXPECT_EQ(hall.stored().games.at(0).status, StoredGame::Status::done);
  hall.play();
}

TEST(Arena, WhatARunningMatchHasRecordedIsJournaled) {
  // The turns of running matches are written together, every 200 ms.
  const TempFolder folder;
  TournamentHall hall(duel(folder, {{"turns", 3}}));
  hall.enter("alice", always(1));
  hall.enter("bob", silent());
  hall.start();
  hall.until_asked("bob");
  hall.move("bob", 2);
  hall.until_heard("bob", "turn", 2);
  const auto journal = [&] { return test_support::lines_of(hall.stored_record("r1t1g1", 1)); };
  hall.until([&] { return hall.over() || journal().size() == 2; });
  EXPECT_EQ(Json::parse(journal()[1])["turn"], 0);
  hall.move("bob", 2);
  hall.until_heard("bob", "turn", 3);
  hall.move("bob", 2);
  hall.play();
  EXPECT_EQ(test_support::joined(journal()), hall.record("r1t1g1.jsonl"));
}

// ---- who does not come ----

TEST(Arena, WhoIsPresentWinsAfterTheTimeForNoShows) {
  // Tournaments 4.1, 4.2: with one seat of two, no turn is played after no_show_ms.
  const TempFolder folder;
  TournamentConfig config = duel(folder);
  config.start.when = StartSpec::When::manual;
  config.no_show = Milliseconds(20);
  TournamentHall hall(config);
  hall.enter("bob", silent());
  hall.start();
  hall.world().poll();
  EXPECT_TRUE(hall.ask({"start"}).ok);
  hall.play();
  EXPECT_EQ(hall.heard("bob", "end").at(0)["rank"], 1);
  EXPECT_THAT(hall.heard("bob", "start"), IsEmpty());
  const Json last = last_of(hall.record("r1t1g1.jsonl"));
  EXPECT_EQ(last["no_show"], Json::array({0}));
  EXPECT_EQ(last["result"]["scores"], Json({0, 1}));
  EXPECT_EQ(hall.standing("bob")["points"], 1);
  EXPECT_EQ(hall.standing("alice")["points"], 0);
  EXPECT_EQ(hall.standing("alice")["faults_by_kind"]["no_show"], 1);
}

TEST(Arena, WithNobodyPresentThereAreNoPointsInTheGame) {
  // Tournaments 4.2: nobody came, all score 0.
  const TempFolder folder;
  TournamentConfig config = duel(folder);
  config.start.when = StartSpec::When::manual;
  config.no_show = Milliseconds(1);
  TournamentHall hall(config);
  hall.start();
  hall.world().poll();
  hall.ask({"start"});
  hall.play();
  const Json last = last_of(hall.record("r1t1g1.jsonl"));
  EXPECT_EQ(last["no_show"], Json({0, 1}));
  EXPECT_EQ(last["result"]["scores"], Json({0, 0}));
  EXPECT_EQ(hall.stored().entrants[0].no_shows, 1);
  EXPECT_EQ(hall.stored().entrants[1].no_shows, 1);
}

// Tournaments 4.1: a match begins when all are connected.
TEST(Arena, WhoComesInTimePlays) {
  const TempFolder folder;
  TournamentConfig config = duel(folder);
  config.start.when = StartSpec::When::manual;
  TournamentHall hall(config);
  hall.enter("bob", always(1));
  hall.start();
  hall.world().poll();
  hall.ask({"start"});
  hall.until_told("bob", "match r1t1g1 is called");
  EXPECT_THAT(hall.stored().games, IsEmpty()) << "a match begins when all are here";
  hall.enter("alice", always(2));
  hall.play();
  EXPECT_EQ(hall.heard("alice", "end").at(0)["rank"], 1);
}

TEST(Arena, TwoOfThreePlayWithoutTheThird) {
  // Tournaments 4.2: the absent bot gets no_show at its first turn.
  const TempFolder folder;
  const Json options = {{"seats", 3}, {"turns", 2}};
  TournamentConfig config = sums_tournament(folder, {"alice", "bob", "carol"}, single_games(), options);
  config.start.when = StartSpec::When::manual;
  config.no_show = Milliseconds(20);
  TournamentHall hall(config);
  hall.enter("alice", always(1));
  hall.enter("bob", always(2));
  hall.start();
  hall.world().poll();
  EXPECT_TRUE(hall.ask({"start"}).ok);
  hall.play();
  EXPECT_EQ(hall.heard("bob", "turn").size(), 2U);
  EXPECT_EQ(hall.standing("bob")["points"], 1);
  EXPECT_EQ(hall.standing("alice")["points"], 0.5);
  EXPECT_EQ(hall.standing("carol")["points"], 0);
  EXPECT_EQ(hall.standing("carol")["faults_by_kind"]["no_show"], 1);
}

// ---- what the referee is at fault for ----

TEST(Arena, AVoidMatchIsPlayedAgainAsTheNextAttempt) {
  // Tournaments 2.7, 6.2: played again as the next attempt, with another seed.
  const TempFolder folder;
  TournamentHall hall(duel(folder, {{"turns", 1}, {"fails", "five"}}));
  hall.enter("alice", digits({5, 5, 3}));
  hall.enter("bob", digits({1, 1, 1}));
  hall.play();
  const auto errors = hall.heard("bob", "error");
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(errors[0]["code"], "referee_error");
  EXPECT_EQ(errors[0]["message"], "the match is void: a fault of the rules");
  EXPECT_EQ(hall.heard("bob", "end").size(), 1U);
  for (const int attempt : {1, 2}) {
    const std::string record = hall.record("r1t1g1.a" + std::to_string(attempt) + ".jsonl");
    EXPECT_EQ(head_of(record)["attempt"], attempt);
    EXPECT_EQ(last_of(record)["status"], "void");
  }
  EXPECT_EQ(head_of(hall.record("r1t1g1.jsonl"))["attempt"], 3);
  EXPECT_NE(head_of(hall.record("r1t1g1.jsonl"))["seed"], head_of(hall.record("r1t1g1.a1.jsonl"))["seed"]);
  std::vector<StoredGame::Status> states;
  for (const StoredGame& game : hall.stored().games) {
    states.push_back(game.status);
  }
  using enum StoredGame::Status;
  EXPECT_THAT(states, ElementsAre(voided, voided, done));
  EXPECT_EQ(hall.standing("alice")["points"], 1);
}

// Tournaments 6.2: the third void ends the run.
TEST(Arena, AMatchThatIsVoidThreeTimesEndsTheTournament) {
  const TempFolder folder;
  TournamentHall hall(duel(folder, {{"turns", 1}, {"fails", "step"}}));
  hall.enter("alice", always(1));
  hall.enter("bob", always(1));
  try {
    hall.play();
    FAIL() << "no exception";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "match r1t1g1 was void 3 times; its records say why");
  }
  EXPECT_EQ(hall.stored().games.size(), 3U);
  EXPECT_EQ(hall.record("r1t1g1.jsonl"), "");
  EXPECT_NE(hall.record("r1t1g1.a3.jsonl"), "");
  EXPECT_THAT(hall.heard("alice", "end"), IsEmpty());
}

TEST(Arena, AResultThatCannotBeKeptIsNotTold) {
  // Tournaments 6.2, 6.3: not on the disk, not told; the referee is at fault.
  const TempFolder folder;
  Gate gate;
  const TournamentConfig config = duel(folder);
  TournamentHall hall(config, test_support::gated_store(config, gate, "finish"));
  hall.enter("alice", always(1));
  hall.enter("bob", silent());
  hall.start();
  hall.until_asked("bob");
  gate.fail();
  hall.move("bob", 2);
  try {
    hall.play();
    FAIL() << "no exception";
  } catch (const StoreError& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot write finish r1t1g1"));
  }
  for (const char* name : {"alice", "bob"}) {
    hall.until_heard(name, "error");
    EXPECT_THAT(hall.heard(name, "end"), IsEmpty());
    EXPECT_EQ(hall.heard(name, "error")[0]["code"], "referee_error");
  }
  EXPECT_EQ(hall.record("r1t1g1.jsonl"), "");
}

TEST(Arena, AStoreFailureMakesTheRunningMatchesVoid) {
  const TempFolder folder;
  Gate gate;
  const TournamentConfig config = sums_tournament(folder, {"alice", "bob", "carol", "dave"}, single_games());
  TournamentHall hall(config, test_support::gated_store(config, gate, "note"));
  for (const char* name : {"alice", "bob", "carol", "dave"}) {
    hall.enter(name, silent());
  }
  hall.start();
  for (const char* name : {"alice", "bob", "carol", "dave"}) {
    hall.until_asked(name);
  }
  gate.fail();
  hall.hall().changes.add("something is written down");
  EXPECT_THROW(hall.play(), StoreError);
  for (const char* name : {"alice", "bob", "carol", "dave"}) {
    hall.until_heard(name, "error");
    EXPECT_EQ(hall.heard(name, "error")[0]["code"], "referee_error");
  }
}

}  // namespace

}  // namespace referee
