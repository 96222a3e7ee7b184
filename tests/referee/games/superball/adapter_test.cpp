#include "referee/games/superball/adapter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace referee {
namespace {

using testing::ElementsAre;
using Json = nlohmann::json;

const Json kSetup = Json::parse(
    R"({"rows":5,"cols":4,"min_score_size":3,"colors":"pb","deal":"handout","max_moves":100000})");
const Json kBoard = Json::parse(R"({"board":["r...","....","B**G","....",".b.."],"empty":15,"score":0})");

std::unique_ptr<HandoutGame> superball() { return new_superball_game(kSetup); }

TEST(SuperballGame, IsAskedWithTheHandoutsArgumentsAndTheBoard) {
  const ProgramInput input = superball()->input(kBoard);
  EXPECT_THAT(input.arguments, ElementsAre("5", "4", "3", "pb"));
  EXPECT_EQ(input.file, "tmp.superball");
  EXPECT_EQ(input.text, "r...\n....\nB**G\n....\n.b..\n");
}

TEST(SuperballGame, ReadsNumbersAsScanfDoes) {
  const auto game = superball();
  EXPECT_EQ(game->move_in("SWAP +3 0; 1x 007"), "SWAP 3 0 1 007");
  EXPECT_EQ(game->move_in("SCORE 2.9 -0"), "SCORE 2 0");
  EXPECT_EQ(game->move_in("SCORE -1 99999999999999999999z"), "SCORE -1 99999999999999999999");
  EXPECT_EQ(game->move_in("SCORE + x1"), "SCORE + x1");
  EXPECT_EQ(game->move_in("3x 0 1"), "3x 0 1") << "a keyword is no number";
}

TEST(SuperballGame, AMoveIsItsWords) {
  const auto game = superball();
  EXPECT_EQ(game->move_in("SWAP 0 1 2 3"), "SWAP 0 1 2 3");
  EXPECT_EQ(game->move_in(" \tSCORE\t 2  0 \r"), "SCORE 2 0");
  EXPECT_EQ(game->move_in("what is this"), "what is this");
  EXPECT_EQ(game->move_in(" \t\r"), "");
  EXPECT_EQ(game->move_in(""), "");
}

Json view_with(int empty, int score) {
  return {{"board", {"r.........", "B*....G.**"}}, {"empty", empty}, {"score", score}};
}

TEST(SuperballBoard, IsALineForEachRow) {
  EXPECT_EQ(superball_board(view_with(75, 30)), "r.........\nB*....G.**\n");
}

TEST(SuperballPosition, IsTheHandoutsText) {
  EXPECT_EQ(superball_position(view_with(75, 30)),
            "Empty Cells: 75     Score: 30\n\nr.........\nB*....G.**\n");
  EXPECT_EQ(superball_position(view_with(1, 12345)),
            "Empty Cells:  1     Score: 12345\n\nr.........\nB*....G.**\n");
}

}  // namespace
}  // namespace referee
