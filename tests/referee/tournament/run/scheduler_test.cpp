#include "referee/tournament/run/scheduler.h"

#include <gtest/gtest.h>

#include "tests/referee/tournament/histories.h"

namespace referee {
namespace {

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
  /// "r1t1" of the next encounter; "" for nothing.
  std::string next() {
    const auto encounter = scheduler_.next();
    return encounter ? place(*encounter) : "";
  }
  void play(int round, int table) {
    ledger_.add_match({round, table, 1}, game(1, {2, 0}), 1);
    scheduler_.finished(at(round, table, {}));
  }

  Ledger ledger_{{2, 1}, {}};
  Scheduler scheduler_{ledger_};

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
