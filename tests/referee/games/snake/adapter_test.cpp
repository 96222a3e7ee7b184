#include "referee/games/snake/adapter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::read_file;
using testing::ElementsAre;
using Json = nlohmann::json;

const Json kSnakeMaze = Json::parse(R"({"cols":5,"rows":3,"maze":["#####","o $ _","#####"]})");

std::unique_ptr<HandoutGame> snake() { return new_snake_game({"/x/iap", "-v"}, kSnakeMaze); }

TEST(SnakeGame, IsAskedWithColumnsRowsAndTheMaze) {
  const auto game = snake();
  const ProgramCall call = game->call(Json::parse(R"({"maze":["#####","  $ _","#####"],"head":[1,0]})"));
  EXPECT_THAT(call.words, ElementsAre("/x/iap", "-v"));
  EXPECT_EQ(read_file(call.input), "5\n3\n#####\no $ _\n#####\n");
  EXPECT_EQ(call.folder, "") << "it works where its files are";
}

TEST(SnakeGame, TheStartIsWhereTheHeadIs) {
  const auto game = snake();
  const ProgramCall call = game->call(Json::parse(R"({"maze":["#####","    _","#####"],"head":[1,2]})"));
  EXPECT_EQ(read_file(call.input), "5\n3\n#####\n  o _\n#####\n");
}

TEST(SnakeGame, AMoveIsALineWithoutTrailingBlanks) {
  const auto game = snake();
  EXPECT_EQ(game->move_in("EENO"), "EENO");
  EXPECT_EQ(game->move_in("EENO \t\r"), "EENO");
  EXPECT_EQ(game->move_in("EE NO"), "EE NO");
  EXPECT_EQ(game->move_in(" \r"), "");
}

}  // namespace
}  // namespace referee
