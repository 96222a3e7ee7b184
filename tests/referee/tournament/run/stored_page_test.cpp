#include "referee/tournament/run/stored_page.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "protocol/fields.h"
#include "referee/tournament/run/opened_store.h"
#include "referee/tournament/standings/history.h"
#include "tests/referee/tournament/histories.h"

namespace referee {
namespace {

/// A Swiss of Walls in which alice has won the only game.
StoreContent stored_swiss() {
  StoreContent stored;
  stored.meta[meta_key::kFrozen] = R"({"game":"walls","options":{"n":5,"first":0},
      "format":{"kind":"swiss","rounds":3,"table":2,"best_of":1},"seed":42,"instances":[]})";
  stored.meta[meta_key::kName] = "Spring";
  for (const char* name : {"bob", "alice"}) {
    StoredEntrant entrant;
    entrant.number = stored.entrants.size();
    entrant.name = name;
    stored.entrants.push_back(entrant);
  }
  stored.entrants[0].display = "Bob B.";
  stored.entrants[0].withdrawn = "ill";
  stored.rounds.push_back({1, encounters_json({histories::encounter({0, 1})})});
  stored.games.push_back(
      {"r1t1g1", 1, 1, 1, 1, StoredAttempt::Status::done, game_result_json(histories::game(1, {0, 2}))});
  stored.changes.push_back({"2026-11-20T08:00:00.000Z", 1, "bob is withdrawn: ill"});
  return stored;
}

TEST(StoredPage, IsThePageOfWhatTheStoreHolds) {
  const StandingsPage page = page_of(stored_swiss());
  EXPECT_EQ(page.tournament, "Spring");
  EXPECT_EQ(page.game, "walls");
  EXPECT_EQ(page.rounds, 3);
  EXPECT_FALSE(page.finished);
  EXPECT_EQ(page.rules().best_of, 1);
  EXPECT_EQ(page.format->json().at("kind"), "swiss");
  ASSERT_EQ(page.rows.size(), 2U);
  EXPECT_EQ(page.rows[0].name, "alice");
  EXPECT_EQ(page.rows[0].points, Points::whole(1));
  EXPECT_EQ(page.rows[1].display, "Bob B.");
  EXPECT_TRUE(page.rows[1].withdrawn);
  ASSERT_EQ(page.notes.size(), 1U);
  EXPECT_EQ(page.notes[0].text, "bob is withdrawn: ill");
  EXPECT_EQ(page.notes[0].round, 1);
}

TEST(StoredPage, AnUnfinishedGameDoesNotCountYet) {
  StoreContent stored = stored_swiss();
  stored.games[0].status = StoredAttempt::Status::running;
  stored.games[0].result = "";
  EXPECT_EQ(page_of(stored).rows[0].points, Points::whole(0));
}

TEST(StoredPage, KnowsWhenItIsOver) {
  StoreContent stored = stored_swiss();
  stored.meta[meta_key::kFinished] = "2026-11-20T09:00:00.000Z";
  EXPECT_TRUE(page_of(stored).finished);
}

// A report shows only what the store holds.
TEST(StoredPage, IsAsOldAsTheLastThingThatItTells) {
  StoreContent stored = stored_swiss();
  EXPECT_EQ(page_of(stored).updated, "2026-11-20T08:00:00.000Z") << "the note; the game does not say";
  GameResult game = histories::game(1, {0, 2});
  game.ended = "2026-11-20T08:00:01.000Z";
  stored.games[0].result = game_result_json(game);
  EXPECT_EQ(page_of(stored).updated, game.ended);
  stored.entrants[1].joined = "2026-11-20T08:00:02.000Z";
  EXPECT_EQ(page_of(stored).updated, stored.entrants[1].joined);
  stored.meta[meta_key::kFinished] = "2026-11-20T09:00:00.000Z";
  EXPECT_EQ(page_of(stored).updated, stored.entrants[1].joined) << "nothing new to tell";
}

TEST(StoredPage, HasRatings) {
  const StandingsPage page = page_of(stored_swiss());
  ASSERT_TRUE(page.ratings.players[1] && page.ratings.first_seat);
  EXPECT_GT(page.ratings.players[1]->elo, 0);
  EXPECT_LT(page.ratings.first_seat->elo, 0) << "alice has won from the second seat";
}

TEST(StoredPage, WhatHasNoStandingsIsRefused) {
  EXPECT_THROW(page_of(StoreContent{}), std::invalid_argument) << "not begun";
  StoreContent practice = stored_swiss();
  practice.meta[meta_key::kFrozen] = R"({"game":"walls","options":{"n":5,"first":0},
      "format":{"kind":"practice"},"seed":42,"instances":[]})";
  EXPECT_THROW(page_of(practice), fields::Exception) << "results of two entrants";
  practice.games.clear();
  EXPECT_TRUE(page_of(practice).history.ladder);
  StoreContent unknown = stored_swiss();
  unknown.meta[meta_key::kFrozen] = R"({"game":"chess","options":{},"format":{"kind":"practice"}})";
  EXPECT_THROW(page_of(unknown), std::invalid_argument);
}

// Tournaments 8.8: the arbiter has set another number of rounds.
TEST(StoredPage, HasAsManyRoundsAsTheArbiterHasSet) {
  StoreContent stored = stored_swiss();
  stored.meta[meta_key::kRounds] = "5";
  EXPECT_EQ(page_of(stored).rounds, 5);
  EXPECT_EQ(page_of(stored).format->own_rounds(), 5);
  for (const char* const damaged : {"", "0", "101", "5x", "-1", "five"}) {
    stored.meta[meta_key::kRounds] = damaged;
    EXPECT_THROW(page_of(stored), fields::Exception) << damaged;
  }
}

TEST(StoredPage, ADamagedStoreIsRefused) {
  StoreContent stored = stored_swiss();
  stored.games[0].result = "{}";
  EXPECT_THROW(page_of(stored), fields::Exception);
}

}  // namespace
}  // namespace referee
