#include "referee/games/snake/adapter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace referee {
namespace {

using testing::ElementsAre;
using Json = nlohmann::json;

const Json kSnakeMaze = Json::parse(R"({"cols":5,"rows":3,"maze":["#####","o $ _","#####"]})");

std::unique_ptr<HandoutGame> snake() { return new_snake_challenge(kSnakeMaze); }

TEST(SnakeGame, IsAskedWithColumnsRowsAndTheMaze) {
  const Json view = Json::parse(R"({"maze":["#####","  $ _","#####"],"head":[1,0]})");
  EXPECT_THAT(snake()->input(view).arguments, ElementsAre("--challenge"));
  EXPECT_EQ(snake()->input(view).text, "5\n3\n#####\no $ _\n#####\n");
  EXPECT_THAT(new_snake_final(kSnakeMaze)->input(view).arguments, ElementsAre());
}

TEST(SnakeGame, TheStartIsWhereTheHeadIs) {
  const Json view = Json::parse(R"({"maze":["#####","    _","#####"],"head":[1,2]})");
  EXPECT_EQ(snake()->input(view).text, "5\n3\n#####\n  o _\n#####\n");
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
