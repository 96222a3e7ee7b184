#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "sample_bots/cpp/snake/searcher.h"
#include "sample_bots/cpp/snake/wall_follower.h"
#include "tests/support/random_cases.h"

namespace {

using snake::Maze;
using snake::Snake;

using Rows = std::vector<std::string>;

constexpr snake::Limits kSnakeLimits = {.budget = {}, .nodes = 20'000};

std::string best_path(const Rows& rows, bool body = true) {
  return find_path(Snake(Maze(rows), body), kSnakeLimits).path.steps;
}

int best_points(const Rows& rows, bool body = true) {
  return find_path(Snake(Maze(rows), body), kSnakeLimits).path.points;
}

/// The end of a walk; fails the test at a step that is not legal.
Snake after(const Rows& rows, const std::string& walk) {
  Snake snake(Maze(rows), true);
  for (const char letter : walk) {
    const std::size_t step = snake::kSteps.find(letter);
    if (snake.exited || !snake.may(step)) {
      ADD_FAILURE() << walk << " is not legal";
      return snake;
    }
    snake.take(step);
  }
  return snake;
}

// "Handout anchor: the 5x3 maze walked EEEE scores 1006."
const Rows kHandout = {"#####", "o $ _", "#####"};

TEST(SnakeSearcher, FindsTheHandoutsPath) {
  EXPECT_EQ(best_path(kHandout), "EEEE");
  EXPECT_EQ(best_points(kHandout), 1006);
}

// A coin brings ten points, a step costs one: there and back it must be less than five steps away.
TEST(SnakeSearcher, FetchesACoinThatIsWorthTheDetour) {
  EXPECT_EQ(best_points({"#######", "o     _", "### ###", "### ###", "### ###", "###$###", "#######"}), 996);
}

TEST(SnakeSearcher, LeavesACoinThatIsNot) {
  const Rows rows = {"#######", "o     _", "### ###", "### ###", "### ###", "### ###", "### ###", "###$###"};
  EXPECT_EQ(best_path(rows), "EEEEEE");
}

TEST(SnakeSearcher, WalksRoundAMishap) {
  EXPECT_EQ(best_path({"#####", "o$! _", "#   #", "#####"}), "ESEENE");
  EXPECT_EQ(best_points({"#####", "o$! _", "#   #", "#####"}), 1004);
}

// Half of one coin is none: 1000 - 4. If there is no other way, it costs less to take the mishap first.
TEST(SnakeSearcher, MeetsAMishapWithFewCoins) {
  EXPECT_EQ(best_points({"#####", "o$!$_", "#####"}), 1006);
  const Rows rows = {"####", "o! _", "#$##", "####"};
  EXPECT_EQ(best_points(rows), 1005);
  EXPECT_EQ(best_points({"#####", "o ! _", "#$  #", "#####"}), 1004);
}

TEST(SnakeSearcher, DrillsItsWayOut) {
  EXPECT_EQ(best_path({"######", "oT#$ _", "######"}), "EEEEE");
  EXPECT_EQ(best_path({"##########", "oT###T###_", "##########"}), "EEEEEEEEE");
  EXPECT_EQ(best_path({"####", "oT#_", "####", "####"}), "EEE");
}

TEST(SnakeSearcher, DrillsWhereThatIsShorter) {
  EXPECT_EQ(best_path({"######", "oT # _", "## # #", "##   #", "######"}), "EEEEE");
}

// "If the head's cell is body segment i, segments i, i+1, ... and their coins are lost": a snake that leaves
// a dead end with two coins keeps one.
TEST(SnakeSearcher, DoesNotBiteItselfForACoinInADeadEnd) {
  const Rows rows = {"#####", "o$  _", "## ##", "##$##", "#####"};
  EXPECT_EQ(best_path(rows), "EEEE");
  EXPECT_EQ(best_points(rows), 1006);
  EXPECT_EQ(best_points(rows, false), 1012);  // coins are only counted
}

TEST(SnakeSearcher, FetchesTheCoinOfADeadEndWhileItIsShort) {
  EXPECT_EQ(best_path({"#####", "o  $_", "## ##", "##$##", "#####"}), "EESSNNEE");
}

// Round the block and back to the entrance: after four coins the tail is still there.
TEST(SnakeSearcher, WaitsForItsTail) {
  const Rows rows = {"######", "o   _#", "#$#$##", "#$$$##", "######"};
  const Snake end = after(rows, best_path(rows));
  EXPECT_TRUE(end.exited);
  EXPECT_EQ(end.coins, 5);
}

TEST(SnakeSearcher, GivesUpWhereThereIsNoWayOut) {
  EXPECT_EQ(best_path({"#####", "o $#_", "#####"}), "");
  EXPECT_EQ(best_path({"###", "#o#", "##_"}), "");
}

TEST(SnakeSearcher, ANodeLimitMakesItRepeatable) {
  const Rows rows = {"o $  $  $ ", " $ ! $ #  ", "  #$  $   ", "$   T   $_"};
  EXPECT_EQ(best_path(rows), best_path(rows));
}

/// Random objects in an open field.
Rows random_field(std::size_t rows, std::size_t columns, std::mt19937_64& rng) {
  Rows field(rows, std::string(columns, ' '));
  for (std::size_t i = 0; i < rows * columns / 6; ++i) {
    field[rng() % rows][rng() % columns] = "$$##!T"[rng() % 6];
  }
  field[0][0] = 'o';
  field[rows - 1][columns - 1] = '_';
  return field;
}

TEST(SnakeSearcher, FindsAWayThroughLargeMazes) {
  std::mt19937_64 rng(1);
  for (const std::size_t side : {30U, 100U}) {
    const Rows rows = random_field(side, side, rng);
    const auto plan = find_path(Snake(Maze(rows), true), {.budget = {}, .nodes = 2'000});
    const Snake end = after(rows, plan.path.steps);
    EXPECT_TRUE(end.exited);
    EXPECT_EQ(end.points(), plan.path.points);
  }
}

TEST(SnakeRightHand, WalksTheHandoutsPath) { EXPECT_EQ(right_hand_walk(Maze(kHandout)), "EEEE"); }

// Right, straight on, left, back: it enters every room at its right.
TEST(SnakeRightHand, KeepsItsRightHandAtTheWall) {
  EXPECT_EQ(right_hand_walk(Maze({"#####", "o   _", "# ###", "#####"})), "ESNEEE");
  EXPECT_EQ(right_hand_walk(Maze({"# ###", "o   _", "#####"})), "EEEE");
}

/// A maze with one way between any two of its cells; rows and columns are odd.
Rows random_tree(int rows, int columns, std::mt19937_64& rng) {
  Rows maze(static_cast<std::size_t>(rows), std::string(static_cast<std::size_t>(columns), '#'));
  const auto at = [&maze](int row, int column) -> char& {
    return maze[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  };
  std::vector<std::pair<int, int>> stack = {{1, 1}};
  at(1, 1) = ' ';
  while (!stack.empty()) {
    const auto [row, column] = stack.back();
    std::vector<std::pair<int, int>> ways;
    for (const auto& [down, right] : {std::pair{-2, 0}, {0, 2}, {2, 0}, {0, -2}}) {
      const int r = row + down;
      const int c = column + right;
      if (r > 0 && c > 0 && r < rows && c < columns && at(r, c) == '#') {
        ways.emplace_back(r, c);
      }
    }
    if (ways.empty()) {
      stack.pop_back();
      continue;
    }
    const auto [r, c] = ways[rng() % ways.size()];
    at((row + r) / 2, (column + c) / 2) = ' ';
    at(r, c) = ' ';
    stack.emplace_back(r, c);
  }
  at(1, 0) = 'o';
  at(rows - 2, columns - 1) = '_';
  return maze;
}

TEST(SnakeRightHand, LeavesEveryMazeWithoutIslands) {
  std::mt19937_64 rng(1);
  for (int i = 0; i < test_support::random_cases(10); ++i) {
    const Rows rows = random_tree(11, 19, rng);
    EXPECT_TRUE(after(rows, right_hand_walk(Maze(rows))).exited);
  }
}

// In an open field there is always a cell at its right: it would go round and round.
TEST(SnakeRightHand, NoticesThatItGoesRound) {
  const Rows rows = {"#######", "#     #", "# o   #", "#     _", "#######"};
  const std::string walk = right_hand_walk(Maze(rows));
  EXPECT_EQ(walk.substr(0, 4), "SONE");
  EXPECT_TRUE(after(rows, walk).exited);
  EXPECT_EQ(walk.size(), 4U + 5U);
}

TEST(SnakeRightHand, StopsWhereThereIsNoWayOut) {
  EXPECT_EQ(right_hand_walk(Maze({"###", "#o#", "##_"})), "");
  const Rows rows = {"####", "#o ##", "#####_"};
  EXPECT_FALSE(after(rows, right_hand_walk(Maze(rows))).exited);
}

}  // namespace
