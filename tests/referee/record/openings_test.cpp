#include "referee/record/openings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "tests/support/complaint.h"
#include "tests/support/dealt_cards.h"
#include "tests/support/sample_record.h"

namespace referee {
namespace {

using engines::Json;
using test_support::complaint;
using test_support::kDealtCards;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

const engines::Entry& game_of(const char* name) { return *engines::find_game(name); }

/// The moves of an opening, turn by turn.
std::vector<std::string> moves_in(const GivenTurns& given) {
  std::vector<std::string> turns;
  for (const GivenTurns::Turn& turn : given.turns) {
    std::string& text = turns.emplace_back();
    for (const SeatAnswer& answer : turn) {
      text += (text.empty() ? "" : " ") + std::to_string(answer.seat) + ":" + answer.move;
    }
  }
  return turns;
}

Openings walls_list(const std::string& text) {
  return Openings::listed(text, "open.jsonl", game_of("walls"), {{"n", 5}});
}

std::vector<std::string> walls_moves(const Openings& openings, std::size_t pair) {
  return moves_in(openings.of(pair, game_of("walls"), {{"n", 5}}, 1, {1, ""}));
}

// ---- none ----

TEST(Openings, WithoutAnyAMatchBeginsAtTheStart) {
  EXPECT_THAT(walls_moves(Openings(), 3), SizeIs(0));
  EXPECT_EQ(Openings().position(), nullptr);
  EXPECT_FALSE(Openings().vary());
}

// ---- lists ----

TEST(Openings, PairsTakeTheLinesInOrderAndBeginAnew) {
  const Openings openings =
      walls_list("# two openings\n\n[\"forward\", \"left\"]\r\n   # and\n  [\"right\"]");
  EXPECT_THAT(walls_moves(openings, 0), ElementsAre("0:\"forward\"", "1:\"left\""));
  EXPECT_THAT(walls_moves(openings, 1), ElementsAre("0:\"right\""));
  EXPECT_EQ(walls_moves(openings, 2), walls_moves(openings, 0));
  EXPECT_EQ(walls_moves(openings, 7), walls_moves(openings, 1));
  EXPECT_TRUE(openings.vary());
}

TEST(Openings, ATurnOfSeveralSeatsIsAListOfTheirMoves) {
  const Json small = Json::parse(R"({"size":12,"starts":[[[0,0]],[[11,11]]]})");
  const Openings openings =
      Openings::listed("[[[[1,0]],[[11,10]]], [[[2,0]],[[11,9]]]]", "o", game_of("lightcycle"), small);
  EXPECT_THAT(moves_in(openings.of(0, game_of("lightcycle"), small, 0, {})),
              ElementsAre("0:[[1,0]] 1:[[11,10]]", "0:[[2,0]] 1:[[11,9]]"));
  EXPECT_EQ(complaint([&] { Openings::listed("[[[[1,0]]]]", "o", game_of("lightcycle"), small); }),
            "o:1: turn 0: got [[[1,0]]], expected a list of 2 moves, one of each seat to move");
}

TEST(Openings, MovesAreKeptAsRecordsHaveThem) {
  const std::string fleet = R"({"ships":[{"length":2,"at":[0,0],"across":true}]})";
  const Json options = {{"ships", {2}}};
  const Openings openings =
      Openings::listed("[[" + fleet + "," + fleet + "]]", "o", game_of("battleship"), options);
  EXPECT_THAT(moves_in(openings.of(0, game_of("battleship"), options, 0, {})),
              ElementsAre(R"(0:{"ships":[{"across":true,"at":[0,0],"length":2}]} )"
                          R"(1:{"ships":[{"across":true,"at":[0,0],"length":2}]})"));
}

TEST(Openings, AWrongLineIsNamedWithTurnSeatMoveAndReason) {
  const auto refused = [](const std::string& text) { return complaint([&] { walls_list(text); }); };
  EXPECT_EQ(refused("[\"left\"]\n\n[\"left\",\"sideways\"]"),
            "open.jsonl:3: turn 1, seat 1: got \"sideways\", expected a legal move: expected one of "
            "\"forward\", \"left\", \"right\", got \"sideways\"");
  EXPECT_EQ(refused("{\"moves\":[]}"), "open.jsonl:1: got {\"moves\":[]}, expected a list of turns");
  EXPECT_EQ(
      refused("[\"left\""),
      "open.jsonl:1: got \"[\\\"left\\\"\", which is not JSON; expected a list of turns, as [\"left\"]");
  EXPECT_THAT(refused(std::string(100, '[') + std::string(100, ']')), HasSubstr("open.jsonl:1: "));
  EXPECT_EQ(refused("# nothing\n\n"),
            "open.jsonl: got no opening, expected one a line: a list of turns as JSON");
  // 9 moves each without a brick stall both.
  Json still = Json::array();
  for (int i = 0; i < 18; ++i) {
    still.push_back("left");
  }
  EXPECT_EQ(refused(still.dump()),
            "open.jsonl:1: the game is over after 18 turns, expected one that can be played on");
  still.push_back("left");
  EXPECT_EQ(refused(still.dump()),
            "open.jsonl:1: the game is over after 18 turns, expected one that can be played on");
}

// ---- random turns ----

TEST(Openings, DrawnTurnsAreTheSameForAPairAndDifferBetweenPairs) {
  const auto& walls = game_of("walls");
  const Openings openings = Openings::random(6, walls, Json::object());
  std::set<std::vector<std::string>> different;
  for (std::size_t pair = 0; pair < 30; ++pair) {
    const auto moves = moves_in(openings.of(pair, walls, Json::object(), 7, {7, "a"}));
    EXPECT_THAT(moves, SizeIs(6));
    EXPECT_EQ(moves, moves_in(openings.of(pair, walls, Json::object(), 7, {8, "b"})));
    different.insert(moves);
  }
  EXPECT_GT(different.size(), 25U);
  EXPECT_NE(moves_in(openings.of(0, walls, Json::object(), 7, {7, ""})),
            moves_in(openings.of(0, walls, Json::object(), 8, {7, ""})));
}

// Openings are those on every machine: a pair can be played again elsewhere.
TEST(Openings, DrawnTurnsAreTheseOnEveryMachine) {
  const auto& walls = game_of("walls");
  const Openings openings = Openings::random(4, walls, Json::object());
  EXPECT_THAT(moves_in(openings.of(0, walls, Json::object(), 7, {7, ""})),
              ElementsAre("0:\"left\"", "1:\"right\"", "0:\"forward\"", "1:\"left\""));
}

TEST(Openings, DrawnTurnsNeverEndAGameThatHasThem) {
  const Json small = Json::parse(R"({"size":6,"starts":[[[0,2]],[[5,3]]]})");
  for (const char* const name : {"walls", "lightcycle", "battleship"}) {
    const Json options = std::string(name) == "lightcycle" ? small : Json::object();
    const Openings openings = Openings::random(3, game_of(name), options);
    for (std::size_t pair = 0; pair < 50; ++pair) {
      const auto game = game_of(name).make(options, {5, ""});
      EXPECT_NO_THROW(play_given(openings.of(pair, game_of(name), options, 5, {5, ""}), *game)) << name;
    }
  }
}

TEST(Openings, MoreThanAGameHasAreRefused) {
  EXPECT_EQ(complaint([&] {
              Openings::random(900, game_of("walls"), {{"n", 3}});
            }),
            "got 900, expected fewer: each of 100 drawn openings ends the game");
}

// ---- games whose legal moves depend on the deal ----

TEST(Openings, TurnsAreDrawnInTheDealOfTheMatch) {
  const Json options = Json::object();
  const Openings openings = Openings::random(3, kDealtCards, options);
  EXPECT_EQ(openings.note(), "");
  for (std::uint64_t deal = 0; deal < 50; ++deal) {
    const GivenTurns given = openings.of(deal, kDealtCards, options, 7, {deal, ""});
    EXPECT_THAT(given.turns, SizeIs(3));
    EXPECT_EQ(given.left_out, 0U);
    const auto game = kDealtCards.make(options, {deal, ""});
    EXPECT_NO_THROW(play_given(given, *game)) << deal;
  }
}

TEST(Openings, FewerTurnsAreDrawnWhereADealHasNoMore) {
  const Json uneven = {{"uneven", true}};
  const Openings openings = Openings::random(4, kDealtCards, uneven);
  EXPECT_THAT(openings.note(), HasSubstr("in 4 of 8 deals"));
  for (const std::uint64_t deal : {2U, 3U}) {
    const GivenTurns given = openings.of(0, kDealtCards, uneven, 7, {deal, ""});
    EXPECT_THAT(given.turns, SizeIs(deal == 2 ? 4 : 1));
    EXPECT_EQ(given.turns.size() + given.left_out, 4U);
    const auto game = kDealtCards.make(uneven, {deal, ""});
    EXPECT_NO_THROW(play_given(given, *game)) << deal;
  }
}

TEST(Openings, AnOpeningOfAListEndsWhereADealDoesNotAllowMore) {
  // The first two cards of deal 5, which most other deals do not have.
  const auto first = kDealtCards.make(Json::object(), {5, ""});
  const Json hands = first->view(engines::Observer::everybody())["hands"];
  const Json opening = {hands[0][0], hands[1][0]};
  const Openings openings = Openings::listed(opening.dump(), "o", kDealtCards, Json::object());
  EXPECT_THAT(openings.note(), HasSubstr("of 8 tries"));
  EXPECT_THAT(openings.of(0, kDealtCards, Json::object(), 0, {5, ""}).turns, SizeIs(2));
  std::size_t cut = 0;
  for (std::uint64_t deal = 0; deal < 50; ++deal) {
    const GivenTurns given = openings.of(0, kDealtCards, Json::object(), 0, {deal, ""});
    EXPECT_EQ(given.turns.size() + given.left_out, 2U);
    cut += given.left_out > 0 ? 1 : 0;
    const auto game = kDealtCards.make(Json::object(), {deal, ""});
    EXPECT_NO_THROW(play_given(given, *game)) << deal;
  }
  EXPECT_GT(cut, 0U);
}

TEST(Openings, AnOpeningThatNoDealAllowsIsRefused) {
  EXPECT_THAT(complaint([] { Openings::listed("[[1]]", "o", kDealtCards, Json::object()); }),
              HasSubstr("o:1: turn 0, seat 0: got [1], expected a legal move"));
}

// "other games vary by map, maze and seed"
TEST(Openings, GamesThatVaryByThemselvesHaveNone) {
  const auto listed = [](const char* name) {
    return complaint([&] { Openings::listed("[]", "o", game_of(name), Json::object()); });
  };
  const auto random = [](const char* name) {
    return complaint([&] { Openings::random(2, game_of(name), Json::object()); });
  };
  const std::string expected = ", expected a game that always begins alike: lightcycle, walls, battleship";
  EXPECT_EQ(listed("planets"),
            "got planets, which has no openings: vary its map (--option map=...) or its seed "
            "(--seed)" +
                expected);
  EXPECT_EQ(listed("snake"),
            "got snake, which has no openings: vary its maze (--option maze=...) or its seed "
            "(--seed)" +
                expected);
  EXPECT_EQ(listed("superball"), "got superball, which has no openings: vary its seed (--seed)" + expected);
  for (const char* const name : {"planets", "snake", "superball"}) {
    EXPECT_EQ(random(name), listed(name));
  }
}

TEST(Openings, TellWhetherAllMatchesBeginAtOneStartWhichNoSeedChanges) {
  const auto start = [](const char* name) { return Openings().are_one_start(game_of(name), Json::object()); };
  EXPECT_TRUE(start("walls"));
  EXPECT_TRUE(start("lightcycle"));
  EXPECT_FALSE(start("superball"));
  EXPECT_FALSE(Openings::random(2, game_of("walls"), Json::object()).are_one_start(game_of("walls"), {}));
}

// ---- records ----

TEST(Openings, APositionOfARecordIsGivenToAllPairs) {
  const Openings openings = Openings::at(position_in(test_support::walls_record(), 3, "a.jsonl"));
  ASSERT_NE(openings.position(), nullptr);
  EXPECT_EQ(openings.position()->seed.number, 11U);
  EXPECT_FALSE(openings.vary());
  EXPECT_THAT(openings.of(0, game_of("walls"), {}, 0, {}).turns, SizeIs(3));
  EXPECT_EQ(walls_moves(openings, 9), walls_moves(openings, 0));
}

}  // namespace
}  // namespace referee
