#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/referee/games/controlled_game.h"

namespace referee::play {
namespace {

using screen::Key;
using test_support::ControlledGame;
using test_support::Json;
using testing::ElementsAre;

/// A small game: ships of two cells and of one on 5 x 5 cells.
ControlledGame battleship(std::size_t seat = 0, bool touching = true) {
  return {"battleship", Json::object({{"size", 5}, {"ships", {1, 2}}, {"touching", touching}}), seat,
          seat == 0 ? std::vector<std::string>{"person", "bot"} : std::vector<std::string>{"bot", "person"}};
}

const Json kBotsShips = Json::parse(R"({"ships":[{"at":[1,2],"across":false,"length":2},
                                                 {"at":[4,0],"across":true,"length":1}]})");

/// Places the person's ships: one across at the top left, and the short one below it.
void place_ships(ControlledGame& game) {
  EXPECT_EQ(game.press(Key::enter), std::nullopt);
  EXPECT_EQ(game.press(Key::down), std::nullopt);
  game.play(Key::enter, {kBotsShips});
}

/// The marks of the person's board that are chosen with the cursor, row by row.
std::vector<std::string> marked(ControlledGame& game) {
  screen::Canvas board(6, 28);
  game.input().mark(board);
  std::vector<std::string> cells;
  for (int row = 0; row < board.rows(); ++row) {
    for (int column = 0; column < board.columns(); ++column) {
      if (board.at(row, column).reversed) {
        cells.push_back(std::to_string(row) + "," + std::to_string(column));
      }
    }
  }
  return cells;
}

TEST(BattleshipInput, PlacesTheLongestShipFirstAndSendsAllTogether) {
  ControlledGame game = battleship();
  EXPECT_THAT(game.notes(), ElementsAre("Ship 1 of 2: 2 cells"));
  EXPECT_EQ(game.press(Key::right), std::nullopt);
  EXPECT_EQ(game.press(Key::enter), std::nullopt);
  EXPECT_THAT(game.notes(), ElementsAre("Ship 2 of 2: 1 cell"));
  EXPECT_EQ(game.press('r'), std::nullopt);
  EXPECT_EQ(game.press(Key::down), std::nullopt);
  EXPECT_EQ(game.press(' '), Json::parse(R"({"ships":[{"at":[0,1],"across":true,"length":2},
                                                      {"at":[1,1],"across":false,"length":1}]})"));
}

TEST(BattleshipInput, KeepsTheShipOnTheBoard) {
  ControlledGame game = battleship();
  for (int i = 0; i < 9; ++i) {
    game.press(Key::down);
    game.press(Key::right);
  }
  EXPECT_THAT(marked(game), ElementsAre("5,9", "5,11"));  // row 4, columns 3 and 4
  game.press('R');
  EXPECT_THAT(marked(game), ElementsAre("4,9", "5,9"));
  game.press(Key::up);
  game.press(Key::left);
  EXPECT_THAT(marked(game), ElementsAre("3,7", "4,7"));
}

TEST(BattleshipInput, RefusesAPlaceThatIsTakenAndTakesTheLastShipBack) {
  ControlledGame game = battleship();
  game.press(Key::enter);
  EXPECT_EQ(game.press(Key::enter), std::nullopt);
  EXPECT_THAT(game.notes(), ElementsAre("Ship 2 of 2: 1 cell", "There is a ship already."));
  game.press(Key::backspace);
  EXPECT_THAT(game.notes(), ElementsAre("Ship 1 of 2: 2 cells"));
  game.press(Key::backspace);
  EXPECT_THAT(game.notes(), ElementsAre("Ship 1 of 2: 2 cells"));
}

TEST(BattleshipInput, RefusesAPlaceNextToAShipIfShipsMustNotTouch) {
  ControlledGame game = battleship(0, false);
  game.press(Key::enter);
  game.press(Key::down);
  EXPECT_EQ(game.press(Key::enter), std::nullopt);
  EXPECT_THAT(game.notes(), ElementsAre("Ship 2 of 2: 1 cell", "A ship is there, or next to it."));
  game.press(Key::down);
  game.play(Key::enter, {kBotsShips});
}

TEST(BattleshipInput, ShootsAtTheOpponentsBoardAndNotTwiceAtACell) {
  ControlledGame game = battleship();
  place_ships(game);
  EXPECT_THAT(marked(game), ElementsAre("2,19"));  // where the cursor was: row 1, column 0
  EXPECT_EQ(game.input().focus(), (InputController::Place{2, 9}));
  game.press(Key::right);
  game.press(Key::right);
  EXPECT_EQ(game.press('r'), std::nullopt) << "nothing to turn";
  game.play(Key::enter);
  game.let_move(Json::array({2, 2}));
  EXPECT_THAT(game.notes(), ElementsAre("You shot at [1,2]: hit.", "bot shot at [2,2]: missed."));
  EXPECT_EQ(game.press(Key::enter), std::nullopt);
  EXPECT_EQ(game.notes().back(), "You have already shot there.");
}

TEST(BattleshipInput, SaysWhatShotsSank) {
  ControlledGame game = battleship();
  place_ships(game);
  game.press(Key::right);
  game.press(Key::right);
  game.play(Key::enter);
  game.let_move(Json::array({0, 0}));
  EXPECT_THAT(game.notes(), ElementsAre("You shot at [1,2]: hit.", "bot shot at [0,0]: hit."));
  game.press(Key::down);
  game.play(Key::enter);
  game.let_move(Json::array({1, 0}));
  EXPECT_THAT(game.notes(), ElementsAre("You shot at [2,2]: sunk.", "bot shot at [1,0]: sunk."));
}

TEST(BattleshipInput, SaysThatTheOtherOneDidNotShoot) {
  ControlledGame game = battleship();
  place_ships(game);
  game.play(Key::enter);
  game.game().settle(1, {}, false);
  game.game().step();
  game.input().ask(game.game().view(engines::Observer::seat(0)));
  EXPECT_THAT(game.notes(), ElementsAre("You shot at [1,0]: missed.", "bot did not shoot."));
}

TEST(BattleshipInput, TellsTheSecondSeatTheFirstShot) {
  ControlledGame game = battleship(1);
  game.press(Key::enter);
  game.press(Key::down);
  game.play(Key::enter, {kBotsShips});
  game.let_move(Json::array({4, 4}));
  EXPECT_THAT(game.notes(), ElementsAre("bot shot at [4,4]: missed."));
}

TEST(BattleshipInput, TellsHowTheGameEnded) {
  ControlledGame game = battleship(1);
  const auto ending = [&](const char* outcome) { return game.input().ending(Json::parse(outcome)); };
  EXPECT_EQ(ending(R"({"hits":[3,17],"winner":1})"), "You have won, 17 hits to 3.");
  EXPECT_EQ(ending(R"({"hits":[17,3],"winner":0})"), "You have lost, 3 hits to 17.");
  EXPECT_EQ(ending(R"({"hits":[17,17],"winner":null})"), "A draw, 17 hits to 17.");
}

}  // namespace
}  // namespace referee::play
