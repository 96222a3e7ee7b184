#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/referee/games/controlled_game.h"

namespace referee::play {
namespace {

using screen::Key;
using test_support::ControlledGame;
using testing::ElementsAre;
using testing::IsEmpty;

/// The ship is in the middle of nine cells: an asteroid above, a nebula on the left, a scrap on the right.
Json options() {
  return Json::parse(R"({"map":{"name":"small","grid":[[0,null,0],[2,0,0],[0,0,0]],"ship":[1,1],
                         "scraps":[{"location":[1,2],"value":5},{"location":[0,0],"value":1}],"ghosts":[],"turns":20}})");
}

TEST(PlanetsInput, ArrowsAndLettersAreMoves) {
  ControlledGame game("planets", options());
  EXPECT_EQ(game.press(Key::up), "U");
  EXPECT_EQ(game.press('u'), "U");
  EXPECT_EQ(game.press('D'), "D");
  EXPECT_EQ(game.press(Key::down), "D");
  EXPECT_EQ(game.press('l'), "L");
  EXPECT_EQ(game.press(Key::left), "L");
  EXPECT_EQ(game.press('R'), "R");
  EXPECT_EQ(game.press(Key::right), "R");
  EXPECT_EQ(game.press('.'), ".");
  EXPECT_EQ(game.press(' '), ".");
}

TEST(PlanetsInput, OtherKeysAreNone) {
  ControlledGame game("planets", options());
  for (const char letter : {'x', 'N', '1', ','}) {
    EXPECT_EQ(game.press(letter), std::nullopt) << letter;
  }
  EXPECT_EQ(game.press(Key::enter), std::nullopt);
  EXPECT_EQ(game.press(Key::other), std::nullopt);
}

TEST(PlanetsInput, SaysWhatTheTurnHasBrought) {
  ControlledGame game("planets", options());
  EXPECT_THAT(game.notes(), IsEmpty());
  game.play(Key::up);
  EXPECT_THAT(game.notes(), ElementsAre("An asteroid is in the way: the ship has not moved."));
  game.play('.');
  EXPECT_THAT(game.notes(), IsEmpty());
  game.play(Key::right);
  EXPECT_THAT(game.notes(), ElementsAre("You have picked up a scrap worth 5."));
  EXPECT_EQ(game.input().focus(), (InputController::Place{1, 2}));
}

TEST(PlanetsInput, SaysThatANebulaHoldsTheShip) {
  ControlledGame game("planets", options());
  game.play(Key::left);
  EXPECT_THAT(game.notes(), IsEmpty()) << "it has moved there";
  game.play(Key::up);
  EXPECT_THAT(game.notes(), ElementsAre("The nebula held the ship."));
}

}  // namespace
}  // namespace referee::play
