#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/referee/games/controlled_game.h"

namespace referee::play {
namespace {

using screen::Key;
using test_support::ControlledGame;
using testing::ElementsAre;
using testing::IsEmpty;

/// Seat 0 is steered; on 3 x 3 squares it begins in the middle of the left side, facing the edge.
ControlledGame walls(int first = 0) { return {"walls", {{"n", 3}, {"first", first}}, 0, {"person", "bot"}}; }

TEST(WallsInput, KeysAreMoves) {
  ControlledGame game = walls();
  EXPECT_EQ(game.press(Key::up), "forward");
  EXPECT_EQ(game.press('f'), "forward");
  EXPECT_EQ(game.press(Key::left), "left");
  EXPECT_EQ(game.press('L'), "left");
  EXPECT_EQ(game.press(Key::right), "right");
  EXPECT_EQ(game.press('r'), "right");
}

TEST(WallsInput, OtherKeysAreNone) {
  ControlledGame game = walls();
  EXPECT_EQ(game.press(Key::down), std::nullopt);
  EXPECT_EQ(game.press('.'), std::nullopt) << "it has no place among the letters";
  EXPECT_EQ(game.press('x'), std::nullopt);
  EXPECT_EQ(game.press(' '), std::nullopt);
}

TEST(WallsInput, SaysWhatTheOtherOneDid) {
  ControlledGame game = walls();
  EXPECT_THAT(game.notes(), IsEmpty());
  game.play(Key::right);
  game.let_move("left");
  EXPECT_THAT(game.notes(), ElementsAre("bot turned left."));
  game.play(Key::up);
  game.let_move("forward");
  EXPECT_THAT(game.notes(), ElementsAre("bot went forward and laid a brick."));
  game.play(Key::right);
  game.let_move("right");
  EXPECT_THAT(game.notes(), ElementsAre("bot turned right."));
  game.play(Key::right);
  game.let_move("forward");
  EXPECT_THAT(game.notes(), ElementsAre("bot stayed where it was."));
}

TEST(WallsInput, KnowsTheMoveBeforeItsFirst) {
  ControlledGame game = walls(1);
  game.let_move("right");
  EXPECT_THAT(game.notes(), ElementsAre("bot turned right."));
}

TEST(WallsInput, ABlockedStepIsAMoveAndIsTold) {
  ControlledGame game = walls();
  game.play(Key::up);
  game.let_move("left");
  EXPECT_THAT(game.notes(), ElementsAre("bot turned left.", "Your way was blocked; the move counted."));
}

TEST(WallsInput, WarnsBeforeAPlayerStalls) {
  ControlledGame game = walls();
  for (int i = 0; i < 4; ++i) {
    game.play(Key::left);
    game.let_move("left");
  }
  EXPECT_THAT(game.notes(), ElementsAre("bot turned left."));
  game.play(Key::left);
  game.let_move("left");
  EXPECT_THAT(game.notes(), ElementsAre("bot turned left.", "You stall after 4 more without a brick."));
}

TEST(WallsInput, SaysOnceThatTheOtherOneIsStalled) {
  ControlledGame game = walls();
  game.play(Key::right);
  game.let_move("left");
  game.play(Key::up);
  game.let_move("left");
  for (int i = 0; i < 7; ++i) {
    game.play(Key::right);
    game.let_move("left");
  }
  EXPECT_EQ(game.notes().front(), "bot turned left, and is stalled now.");
  game.play(Key::up);
  for (const std::string& note : game.notes()) {
    EXPECT_THAT(note, testing::Not(testing::HasSubstr("bot")));
  }
}

TEST(WallsInput, MarksWhoIsToMove) {
  ControlledGame game = walls();
  screen::Canvas board(3, 6);
  game.input().mark(board);
  EXPECT_TRUE(board.at(1, 0).reversed);
  EXPECT_TRUE(board.at(1, 1).reversed);
  EXPECT_FALSE(board.at(1, 4).reversed);
}

}  // namespace
}  // namespace referee::play
