#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/screen/canvas.h"
#include "tests/referee/games/controlled_game.h"

namespace referee::play {
namespace {

using screen::Key;
using test_support::ControlledGame;
using testing::ElementsAre;

/// Two teams of two on 10 x 10 cells, on the right side and the left one; the right one, or seat `seat`, is
/// steered.
ControlledGame duel(std::size_t seat = 0) {
  const Json options = Json::parse(R"({"size":10,"starts":[[[9,2],[9,7]],[[0,2],[0,7]]]})");
  return {"lightcycle", options, seat, {"one", "two"}};
}

TEST(LightCycleInput, CyclesBeginAcrossTheBoardAndKeepTheirWay) {
  ControlledGame game = duel();
  EXPECT_EQ(game.press(' '), Json::parse("[[8,2],[8,7]]"));
  game.play(' ', {Json::parse("[[1,2],[1,7]]")});
  EXPECT_EQ(game.press(Key::enter), Json::parse("[[7,2],[7,7]]"));
  ControlledGame other = duel(1);
  EXPECT_EQ(other.press(Key::enter), Json::parse("[[1,2],[1,7]]"));
}

TEST(LightCycleInput, OnlySpaceAndEnterEndATurn) {
  ControlledGame game = duel();
  for (const char letter : {'1', '3', '9', '0', '2', 'n', 'n', 'x', '.'}) {
    EXPECT_EQ(game.press(letter), std::nullopt) << letter;
  }
  EXPECT_THAT(game.notes(), ElementsAre("1: left   2: left (chosen)")) << "nothing is turned by letters";
  for (const Key key : {Key::up, Key::down, Key::left, Key::right, Key::backspace, Key::other}) {
    EXPECT_EQ(game.press(key), std::nullopt);
  }
}

TEST(LightCycleInput, ArrowsTurnTheChosenCycleOnly) {
  ControlledGame game = duel();
  game.press(Key::up);
  game.press('2');
  game.press(Key::down);
  EXPECT_THAT(game.notes(), ElementsAre("1: up   2: down (chosen)"));
  EXPECT_EQ(game.input().focus(), (InputController::Place{7, 9}));
  game.play(' ', {Json::parse("[[1,2],[1,7]]")});
  EXPECT_EQ(game.press(' '), Json::parse("[[9,0],[9,9]]")) << "on and on";
}

TEST(LightCycleInput, ACycleIsNotTurnedRoundIntoItsOwnTrail) {
  ControlledGame game = duel();
  game.press(Key::right);
  EXPECT_THAT(game.notes(), ElementsAre("1: right (chosen)   2: left")) << "it has no trail yet";
  game.press(Key::left);
  game.play(' ', {Json::parse("[[1,2],[1,7]]")});
  game.press(Key::right);
  EXPECT_THAT(game.notes(), ElementsAre("1: left (chosen)   2: left",
                                        "Cycle 1 cannot turn round: there is its own trail."));
  EXPECT_EQ(game.press(' '), Json::parse("[[7,2],[7,7]]"));
}

TEST(LightCycleInput, TheWayBackIsTheWayItCameEvenAfterTurning) {
  ControlledGame game = duel();
  game.play(' ', {Json::parse("[[1,2],[1,7]]")});
  game.press(Key::up);
  game.press(Key::right);
  EXPECT_EQ(game.press(' '), Json::parse("[[8,1],[7,7]]")) << "up, as it was turned before";
}

TEST(LightCycleInput, ADeadCycleIsNullAndTheNextOneIsChosen) {
  ControlledGame game = duel();
  game.press(Key::right);
  game.play(' ', {Json::parse("[[1,2],[0,7]]")});
  EXPECT_THAT(game.notes(),
              ElementsAre("1: gone   2: left (chosen)", "Your cycle 1 is gone.", "two's cycle 2 is gone."));
  EXPECT_EQ(game.press('1'), std::nullopt);
  EXPECT_THAT(game.notes(), ElementsAre("1: gone   2: left (chosen)", "Cycle 1 is gone."));
  game.press('n');
  EXPECT_EQ(game.press(' '), Json::parse("[null,[7,7]]"));
}

// Turns that are given come as positions only: the person has pressed no key in them.
TEST(LightCycleInput, ACycleKeepsTheWayThatItWentInGivenTurns) {
  ControlledGame game = duel();
  game.input().ask(Json::parse(R"({"cycles":[[9,1],[8,7],[1,2],[1,7]]})"));
  EXPECT_THAT(game.notes(), ElementsAre("1: up (chosen)   2: left"));
  game.press(Key::down);
  EXPECT_THAT(game.notes(),
              ElementsAre("1: up (chosen)   2: left", "Cycle 1 cannot turn round: there is its own trail."));
  EXPECT_EQ(game.press(' '), Json::parse("[[9,0],[7,7]]"));
}

TEST(LightCycleInput, ShowsNumbersAndWhereTheyGo) {
  ControlledGame game = duel();
  game.press('2');
  game.press(Key::right);
  screen::Canvas board(10, 10);
  game.input().mark(board);
  EXPECT_EQ(board.at(2, 9).glyph, U'1');
  EXPECT_FALSE(board.at(2, 9).reversed);
  EXPECT_EQ(board.at(2, 8).glyph, screen::kLeft);
  EXPECT_EQ(board.at(7, 9).glyph, U'2');
  EXPECT_TRUE(board.at(7, 9).reversed);
}

TEST(LightCycleInput, ATrailIsNotHiddenByAnArrow) {
  ControlledGame game = duel();
  screen::Canvas board(10, 10);
  board.at(2, 8) = {U'b', screen::seat_ink(1), screen::Rank::trace};
  game.input().mark(board);
  EXPECT_EQ(board.at(2, 8).glyph, U'b');
}

}  // namespace
}  // namespace referee::play
