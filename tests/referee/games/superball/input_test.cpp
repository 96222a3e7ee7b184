#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "tests/referee/games/controlled_game.h"

namespace referee::play {
namespace {

using screen::Key;
using test_support::ControlledGame;
using testing::Contains;
using testing::Not;
using testing::StartsWith;
using Place = InputController::Place;

/// Every piece is of the same colour, so that sets are large soon.
ControlledGame superball(const char* colours) {
  return {"superball", {{"rows", 5}, {"cols", 4}, {"colors", colours}, {"min_score_size", 2}}};
}

std::string text_of(Place place) { return std::to_string(place.row) + " " + std::to_string(place.column); }

/// The cells whose letter is one of `letters`, row by row.
std::vector<Place> cells_with(ControlledGame& game, std::string_view letters) {
  const Json board = game.game().view(engines::Observer::seat(0)).at("board");
  std::vector<Place> cells;
  for (int row = 0; row < 5; ++row) {
    const auto text = board.at(static_cast<std::size_t>(row)).get<std::string>();
    for (int column = 0; column < 4; ++column) {
      if (letters.find(text.at(static_cast<std::size_t>(column))) != std::string_view::npos) {
        cells.push_back({row, column});
      }
    }
  }
  return cells;
}

void go_to(ControlledGame& game, Place place) {
  for (int i = 0; i < 5; ++i) {  // to the first cell: the cursor stays at an edge
    EXPECT_EQ(game.press(Key::up), std::nullopt);
    EXPECT_EQ(game.press(Key::left), std::nullopt);
  }
  for (int i = 0; i < place.row; ++i) {
    EXPECT_EQ(game.press(Key::down), std::nullopt);
  }
  for (int i = 0; i < place.column; ++i) {
    EXPECT_EQ(game.press(Key::right), std::nullopt);
  }
  EXPECT_EQ(game.input().focus(), place);
}

TEST(SuperballInput, TwoPiecesThatAreChosenAreSwapped) {
  ControlledGame game = superball("ab");
  const auto pieces = cells_with(game, "abAB");
  ASSERT_EQ(pieces.size(), 5U);
  go_to(game, pieces[0]);
  EXPECT_EQ(game.press(Key::enter), std::nullopt);
  go_to(game, pieces[3]);
  EXPECT_THAT(game.notes(), Contains(testing::EndsWith("; enter swaps it with " + text_of(pieces[0]))));
  EXPECT_EQ(game.press(' '), "SWAP " + text_of(pieces[0]) + " " + text_of(pieces[3]));
  game.play(Key::enter);
  EXPECT_EQ(cells_with(game, "abAB").size(), 10U);
  EXPECT_THAT(game.notes(), Not(Contains(testing::HasSubstr("enter swaps")))) << "the choice is for one move";
}

TEST(SuperballInput, AChoiceIsTakenBackWithTheSameKey) {
  ControlledGame game = superball("ab");
  const auto pieces = cells_with(game, "abAB");
  go_to(game, pieces[0]);
  EXPECT_EQ(game.press(Key::enter), std::nullopt);
  EXPECT_EQ(game.press(Key::enter), std::nullopt);
  go_to(game, pieces[1]);
  EXPECT_EQ(game.press(Key::enter), std::nullopt) << "the first choice now";
}

TEST(SuperballInput, AnEmptyCellIsNotChosen) {
  ControlledGame game = superball("ab");
  go_to(game, cells_with(game, ".*").front());
  EXPECT_EQ(game.press(Key::enter), std::nullopt);
  EXPECT_THAT(game.notes(), Contains("There is no piece: two cells with pieces are swapped."));
  EXPECT_EQ(game.press(Key::up), std::nullopt);
  EXPECT_THAT(game.notes(), Not(Contains(StartsWith("There is no piece"))));
}

TEST(SuperballInput, ASetIsScoredFromAGoalCellOnly) {
  ControlledGame game = superball("a");
  while (cells_with(game, "aA").size() < 15) {  // three of four columns, so neighbours are sure
    const auto pieces = cells_with(game, "aA");
    go_to(game, pieces[0]);
    EXPECT_EQ(game.press(Key::enter), std::nullopt);
    go_to(game, pieces[1]);
    game.play(Key::enter);
  }
  const auto off_goals = cells_with(game, "a");
  go_to(game, off_goals.front());
  EXPECT_EQ(game.press('s'), std::nullopt);
  EXPECT_THAT(game.notes(), Contains("A set is scored from a goal cell."));
  bool has_scored = false;
  for (const Place goal : cells_with(game, "A")) {
    go_to(game, goal);
    if (const auto move = game.press('S')) {
      EXPECT_EQ(*move, "SCORE " + text_of(goal));
      game.play('s');
      EXPECT_THAT(game.notes(), Contains(StartsWith("You have scored ")));
      has_scored = true;
      break;
    }
    EXPECT_THAT(game.notes(), Contains("A set that scores has 2 or more."));
  }
  EXPECT_TRUE(has_scored);
}

TEST(SuperballInput, TheCursorAndTheChoiceAreMarked) {
  ControlledGame game = superball("ab");
  const auto pieces = cells_with(game, "abAB");
  go_to(game, pieces[0]);
  EXPECT_EQ(game.press(Key::enter), std::nullopt);
  go_to(game, pieces[1]);
  screen::Canvas canvas(5, 4);
  game.input().mark(canvas);
  EXPECT_TRUE(canvas.at(pieces[0].row, pieces[0].column).reversed);
  EXPECT_TRUE(canvas.at(pieces[1].row, pieces[1].column).reversed);
}

}  // namespace
}  // namespace referee::play
