#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/referee/games/controlled_game.h"

namespace referee::play {
namespace {

using screen::Key;
using test_support::ControlledGame;
using testing::ElementsAre;
using testing::IsEmpty;

Json maze(const std::vector<std::string>& rows) { return {{"maze", rows}}; }

TEST(SnakeInput, ArrowsAndTheHandoutsLettersAreSteps) {
  ControlledGame game("snake", maze({"   ", " o ", "  _"}));
  EXPECT_EQ(game.press(Key::up), "N");
  EXPECT_EQ(game.press('n'), "N");
  EXPECT_EQ(game.press(Key::down), "S");
  EXPECT_EQ(game.press('S'), "S");
  EXPECT_EQ(game.press(Key::right), "E");
  EXPECT_EQ(game.press('e'), "E");
  EXPECT_EQ(game.press(Key::left), "O");
  EXPECT_EQ(game.press('O'), "O");
  EXPECT_EQ(game.press('w'), std::nullopt);
  EXPECT_EQ(game.press(Key::enter), std::nullopt);
}

TEST(SnakeInput, AStepThatWouldBeRefusedIsNotSent) {
  ControlledGame game("snake", maze({"o#", " _"}));
  EXPECT_EQ(game.press('N'), std::nullopt);
  EXPECT_THAT(game.notes(), ElementsAre("The board ends there."));
  EXPECT_EQ(game.press('O'), std::nullopt);
  EXPECT_EQ(game.press('E'), std::nullopt);
  EXPECT_THAT(game.notes(), ElementsAre("There is a wall, and you have no drill."));
  game.play('S');
  EXPECT_THAT(game.notes(), IsEmpty());
  EXPECT_EQ(game.press('S'), std::nullopt);
  game.play('E');
  EXPECT_EQ(game.game().outcome().at("exited"), true);
  EXPECT_EQ(game.game().outcome().at("refused"), 0);
}

TEST(SnakeInput, SaysWhatTheStepHasBrought) {
  ControlledGame game("snake", maze({"oT#$!  _"}));
  game.play('E');
  EXPECT_THAT(game.notes(), ElementsAre("You have found a drill, good for 3 walls."));
  game.play('E');
  EXPECT_THAT(game.notes(), ElementsAre("You have drilled through a wall."));
  game.play('E');
  EXPECT_THAT(game.notes(), ElementsAre("You have found a coin."));
  game.play('E');
  EXPECT_THAT(game.notes(), ElementsAre("You have lost 1 coin."));
  EXPECT_EQ(game.input().focus(), (InputController::Place{0, 4}));
}

}  // namespace
}  // namespace referee::play
