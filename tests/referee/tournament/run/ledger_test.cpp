#include "referee/tournament/run/ledger.h"

#include <gtest/gtest.h>

#include "protocol/fields.h"
#include "referee/tournament/standings/history.h"
#include "tests/referee/tournament/histories.h"

namespace referee {
namespace {

using histories::game;
using Status = StoredAttempt::Status;

constexpr EncounterRules kBestOf3{2, 3};

TEST(MatchPlace, IsTheNameOfAMatch) {
  // Tournaments 2.1: round, table, number in the encounter.
  EXPECT_EQ((MatchPlace{1, 3, 2}.id()), "r1t3g2");
  EXPECT_EQ(MatchPlace::parse("r1t3g2"), (MatchPlace{1, 3, 2}));
  EXPECT_EQ(MatchPlace::parse("r100t250g99"), (MatchPlace{100, 250, 99}));
  for (const char* text : {"", "r1", "r1t3", "r1t3g", "r1t3g0", "r0t1g1", "r-1t1g1", "r1t3g2 ", " r1t3g2",
                           "R1T3G2", "r01t3g2", "r1t3g2.a1", "t3r1g2", "r99999999999t1g1", "r+1t1g1"}) {
    EXPECT_EQ(MatchPlace::parse(text), std::nullopt) << text;
  }
}

/// Two rounds of one encounter.
StoreContent two_rounds() {
  StoreContent stored;
  for (const char* name : {"alice", "bob"}) {
    StoredEntrant entrant;
    entrant.number = stored.entrants.size();
    entrant.name = name;
    stored.entrants.push_back(entrant);
  }
  for (int round = 1; round <= 2; ++round) {
    Encounter encounter = histories::encounter({0, 1});
    encounter.round = round;
    stored.rounds.push_back({round, encounters_json({encounter})});
  }
  return stored;
}

void add(StoreContent& stored, const MatchPlace& place, int attempt, Status status,
         std::vector<double> scores = {2, 0}) {
  const bool over = status == Status::done || status == Status::struck;
  stored.games.push_back({place.id(), place.round, place.table, place.game_no, attempt, status,
                          over ? game_result_json(game(place.game_no, std::move(scores))) : ""});
}

TEST(Ledger, TakesWhatCountsFromTheStore) {
  StoreContent stored = two_rounds();
  add(stored, {1, 1, 1}, 1, Status::voided);
  add(stored, {1, 1, 1}, 2, Status::done);
  add(stored, {1, 1, 2}, 1, Status::struck);
  add(stored, {1, 1, 3}, 1, Status::done);
  add(stored, {2, 1, 1}, 1, Status::running);
  const Ledger ledger(kBestOf3, stored);
  EXPECT_EQ(ledger.rounds(), 2);
  EXPECT_EQ(ledger.matches_over(), 3U);
  EXPECT_EQ(ledger.attempt_of({1, 1, 1}), 2);
  EXPECT_TRUE(ledger.struck({1, 1, 2}));
  EXPECT_FALSE(ledger.struck({1, 1, 1}));
  EXPECT_EQ(ledger.attempt_of({2, 1, 1}), std::nullopt) << "unfinished";
  EXPECT_FALSE(ledger.struck({2, 1, 1}));
  EXPECT_TRUE(ledger.decided(1));
  EXPECT_FALSE(ledger.decided(2));
  EXPECT_EQ(ledger.state(2, 0).next_game, 1);
}

TEST(Ledger, KeepsGamesInTheirOrder) {
  Ledger ledger(kBestOf3, two_rounds());
  ledger.add_match({1, 1, 2}, game(2, {0, 2}), 1);
  ledger.add_match({1, 1, 1}, game(1, {2, 0}), 1);
  const auto& games = ledger.history().rounds[0][0].games;
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0].game_no, 1);
  EXPECT_EQ(games[1].game_no, 2);
  EXPECT_EQ(ledger.state(1, 0).next_game, 3);
}

// Tournaments 7.1: struck, it uses up its number.
TEST(Ledger, AStruckGameCountsForNobodyAndIsNotPlayedAgain) {
  Ledger ledger(kBestOf3, two_rounds());
  ledger.add_match({1, 1, 1}, game(1, {2, 0}), 1);
  ledger.add_match({1, 1, 2}, game(2, {2, 0}), 1);
  EXPECT_TRUE(ledger.decided(1)) << "a majority of 3";
  ledger.strike({1, 1, 1});
  EXPECT_FALSE(ledger.decided(1));
  EXPECT_EQ(ledger.state(1, 0).next_game, 3);
  EXPECT_EQ(ledger.matches_over(), 2U);
  EXPECT_EQ(ledger.attempt_of({1, 1, 1}), 1);
}

// Tournaments 7.3: a match that is played again is forgotten.
TEST(Ledger, ARemovedGameIsToBePlayedAgain) {
  Ledger ledger(kBestOf3, two_rounds());
  ledger.add_match({1, 1, 1}, game(1, {2, 0}), 1);
  ledger.add_match({1, 1, 2}, game(2, {2, 0}), 1);
  ledger.remove({1, 1, 1});
  EXPECT_EQ(ledger.state(1, 0).next_game, 1);
  EXPECT_EQ(ledger.attempt_of({1, 1, 1}), std::nullopt);
  EXPECT_EQ(ledger.matches_over(), 1U);
}

TEST(Ledger, KnowsWhatIsOpenAfterEveryChange) {
  Ledger ledger(kBestOf3, {});
  EXPECT_EQ(ledger.open_round(), std::nullopt);
  const auto at = [](int round, int table, std::vector<Entrant> entrants, Encounter::Kind kind) {
    return Encounter{.round = round, .table = table, .kind = kind, .entrants = std::move(entrants)};
  };
  for (const int round : {1, 2}) {
    ledger.add_round({at(round, 1, {0, 1}, Encounter::Kind::play), at(round, 2, {2}, Encounter::Kind::bye)});
  }
  EXPECT_EQ(ledger.open_round(), 1);
  EXPECT_EQ(ledger.open_encounters(1), (std::set<std::size_t>{0})) << "a bye is not played";
  EXPECT_EQ(ledger.matches_at_most(2, 3), 6U);
  ledger.add_match({1, 1, 1}, game(1, {2, 0}), 1);
  ledger.add_match({1, 1, 2}, game(2, {2, 0}), 1);
  EXPECT_EQ(ledger.open_round(), 2);
  EXPECT_TRUE(ledger.open_encounters(1).empty());
  EXPECT_EQ(ledger.matches_at_most(2, 3), 5U) << "a majority of 3";
  ledger.strike({1, 1, 1});
  EXPECT_EQ(ledger.open_round(), 1);
  EXPECT_EQ(ledger.matches_at_most(2, 3), 6U);
  ledger.add_match({1, 1, 3}, game(3, {2, 0}), 1);
  EXPECT_EQ(ledger.open_round(), 2);
  ledger.remove({1, 1, 3});
  EXPECT_EQ(ledger.open_encounters(1), (std::set<std::size_t>{0}));
}

TEST(Ledger, SumsWhatAnEntrantOfAFieldHasScored) {
  Ledger ledger({.seats = 1, .best_of = 1, .apart = true}, {});
  for (const int round : {1, 2}) {
    ledger.add_round({{.round = round, .table = 1, .entrants = {3}, .instance = round}});
  }
  EXPECT_EQ(ledger.scored(3).games, 0U);
  ledger.add_match({1, 1, 1}, game(1, {5}), 1);
  ledger.add_match({2, 1, 1}, game(1, {8}), 1);
  EXPECT_EQ(ledger.scored(3).sum, 13);
  EXPECT_EQ(ledger.scored(3).games, 2U);
  ledger.strike({1, 1, 1});
  EXPECT_EQ(ledger.scored(3).sum, 8);
  ledger.remove({2, 1, 1});
  EXPECT_EQ(ledger.scored(3).games, 0U);
}

TEST(Ledger, ADamagedStoreIsRefused) {
  const auto expect_refused = [](const StoreContent& stored) {
    EXPECT_THROW(Ledger(kBestOf3, stored), fields::Exception);
  };
  for (const MatchPlace& nowhere : {MatchPlace{3, 1, 1}, MatchPlace{1, 2, 1}, MatchPlace{0, 1, 1}}) {
    StoreContent stored = two_rounds();
    add(stored, nowhere, 1, Status::done);
    expect_refused(stored);
  }
  StoreContent scores = two_rounds();
  add(scores, {1, 1, 1}, 1, Status::done, {2, 0, 1});
  expect_refused(scores);
  StoreContent twice = two_rounds();
  add(twice, {1, 1, 1}, 1, Status::done);
  add(twice, {1, 1, 1}, 2, Status::done);
  expect_refused(twice);
  StoreContent strangers = two_rounds();
  strangers.entrants.pop_back();
  expect_refused(strangers);
  StoreContent stage = two_rounds();  // of a format with one stage only
  stage.rounds[0].encounters = R"([{"round":1,"table":1,"kind":"play","entrants":[0,1],"stage":1}])";
  expect_refused(stage);
  StoreContent text = two_rounds();
  text.rounds[0].encounters = "[";
  expect_refused(text);
}

// Tournaments 2.6: a duel.
class Duel : public testing::Test {
 protected:
  /// What an entrant, by position, has scored in its match.
  void play(int match_no, double score) {
    std::vector<double> scores(2);
    scores[static_cast<std::size_t>(match_no - 1) % 2] = score;
    ledger_.add_match({1, 1, match_no}, game(match_no, scores), 1);
  }
  EncounterState state() const { return ledger_.state(1, 0); }
  const std::vector<GameResult>& games() const { return ledger_.history().rounds[0][0].games; }

  Ledger ledger_{{.seats = 2, .best_of = 3, .apart = true}, two_rounds()};
};

TEST_F(Duel, AGameIsOverWhenBothHavePlayedIt) {
  EXPECT_EQ(ledger_.open_matches(ledger_.history().rounds[0][0].encounter, 1), (std::vector{1, 2}));
  play(2, 70);
  EXPECT_TRUE(games().empty());
  EXPECT_EQ(state().next_game, 1);
  EXPECT_EQ(ledger_.open_matches(ledger_.history().rounds[0][0].encounter, 1), (std::vector{1}));
  play(1, 50);
  ASSERT_EQ(games().size(), 1U);
  EXPECT_EQ(games()[0].scores, (std::vector<double>{50, 70}));
  EXPECT_EQ(state().next_game, 2);
  EXPECT_EQ(ledger_.matches_over(), 2U);
}

TEST_F(Duel, MoreWonGamesWinIt) {
  for (const auto& [match_no, score] : {std::pair(1, 50.0), {2, 70.0}, {3, 8.0}, {4, 9.0}}) {
    play(match_no, score);
  }
  EXPECT_TRUE(state().decided) << "a majority of best_of";
  EXPECT_EQ(state().rank, (std::vector{2, 1}));
}

// Tournaments 2.6: equal scores draw the game.
TEST_F(Duel, EqualScoresAreADraw) {
  for (int match_no = 1; match_no <= 6; ++match_no) {
    play(match_no, 1006);
  }
  EXPECT_TRUE(state().decided);
  EXPECT_EQ(state().points, (std::vector{Points::halves(1), Points::halves(1)}));
}

// Tournaments 7.1, 7.3: struck for both entrants; played again by one.
TEST_F(Duel, AStruckMatchStrikesItsGameAndARemovedOneReopensIt) {
  play(1, 50);
  play(2, 70);
  ledger_.strike({1, 1, 2});
  EXPECT_TRUE(games()[0].struck);
  EXPECT_FALSE(ledger_.struck({1, 1, 1}));
  ledger_.remove({1, 1, 2});
  EXPECT_TRUE(games().empty());
  EXPECT_EQ(ledger_.open_matches(ledger_.history().rounds[0][0].encounter, 1), (std::vector{2}));
  play(2, 40);
  EXPECT_EQ(games()[0].scores, (std::vector<double>{50, 40}));
}

TEST_F(Duel, HasTwoMatchesAGame) {
  EXPECT_EQ(ledger_.matches_at_most(2, 2), 12U);
  EXPECT_EQ(ledger_.rules().game_of(histories::encounter({0, 1}), 4), 2);
}

using histories::game;

Encounter at(int round, int table, std::vector<Entrant> entrants,
             Encounter::Kind kind = Encounter::Kind::play) {
  return {.round = round, .table = table, .kind = kind, .entrants = std::move(entrants), .winner = {}};
}

/// Five entrants, one game an encounter: two tables and a bye in each round.
class SchedulerTest : public testing::Test {
 protected:
  void pair(int round) {
    ledger_.add_round({at(round, 1, {0, 1}), at(round, 2, {2, 3}), at(round, 3, {4}, Encounter::Kind::bye)});
  }
  /// The next encounter as "r1t1"; "" if there is none.
  std::string next() {
    const auto encounter = scheduler_.next();
    return encounter ? place(*encounter) : "";
  }
  void play(int round, int table) {
    ledger_.add_match({round, table, 1}, game(1, {2, 0}), 1);
    scheduler_.finished(at(round, table, {}));
  }

  Ledger ledger_{{2, 1}, {}};
  EncounterScheduler scheduler_{ledger_};

 private:
  static std::string place(const Encounter& encounter) {
    std::string text = "r";
    return text.append(std::to_string(encounter.round)).append("t").append(std::to_string(encounter.table));
  }
};

TEST_F(SchedulerTest, WithoutRoundsThereIsNothing) {
  EXPECT_EQ(next(), "");
  EXPECT_EQ(scheduler_.out(), 0U);
}

TEST_F(SchedulerTest, GivesEachEncounterOnceAndByesNever) {
  pair(1);
  EXPECT_EQ(next(), "r1t1");
  EXPECT_EQ(next(), "r1t2");
  EXPECT_EQ(next(), "");
  EXPECT_EQ(scheduler_.out(), 2U);
  play(1, 1);
  EXPECT_EQ(next(), "");
  play(1, 2);
  EXPECT_EQ(next(), "") << "the round is over";
  EXPECT_EQ(scheduler_.out(), 0U);
}

TEST_F(SchedulerTest, AnEncounterThatNobodyPlaysAnyMoreIsGivenAgain) {
  pair(1);
  EXPECT_EQ(next(), "r1t1");
  scheduler_.finished(at(1, 1, {}));
  EXPECT_EQ(next(), "r1t1");
}

// Tournaments 2.1: all encounters of all rounds before are decided first.
TEST_F(SchedulerTest, ARoundIsOverBeforeTheNextOneBegins) {
  pair(1);
  pair(2);
  EXPECT_EQ(next(), "r1t1");
  EXPECT_EQ(next(), "r1t2");
  play(1, 1);
  EXPECT_EQ(next(), "");
  play(1, 2);
  EXPECT_EQ(next(), "r2t1");
}

// Tournaments 7.3: after the running round, before the next one.
TEST_F(SchedulerTest, WhatIsPlayedAgainComesOnceTheRunningRoundIsOverAndBeforeLaterOnes) {
  pair(1);
  next();
  next();
  play(1, 1);
  play(1, 2);
  pair(2);
  EXPECT_EQ(next(), "r2t1");
  EXPECT_EQ(next(), "r2t2");
  play(2, 1);
  ledger_.remove({1, 2, 1});
  EXPECT_EQ(next(), "") << "its entrants may be playing at r2t2";
  play(2, 2);
  EXPECT_EQ(next(), "r1t2");
  pair(3);
  EXPECT_EQ(next(), "") << "round 3 waits for r1t2";
  play(1, 2);
  EXPECT_EQ(next(), "r3t1");
}

}  // namespace

}  // namespace referee
