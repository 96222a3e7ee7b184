#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engines/superball/board.h"

// Goal cells and sets, on the two boards of the handout. Tests name paragraphs of engines/superball/RULES.md.
namespace engines {
namespace {

using testing::ElementsAre;
using testing::Pair;
using testing::UnorderedElementsAre;

constexpr std::string_view kColors = "pbyrg";
constexpr std::size_t kFirstValue = 2;

/// A board from the handout's text form; checks that capitals and asterisks are on goal cells.
SuperballBoard board_of(const std::vector<std::string>& rows) {
  SuperballBoard board(static_cast<int>(rows.size()), static_cast<int>(rows[0].size()));
  for (SuperballBoard::Cell cell = 0; cell < board.size(); ++cell) {
    const char letter =
        rows[static_cast<std::size_t>(board.row_of(cell))][static_cast<std::size_t>(board.col_of(cell))];
    const bool capital = letter >= 'A' && letter <= 'Z';
    EXPECT_EQ(board.is_goal(cell), capital || letter == '*') << cell;
    if (letter != '.' && letter != '*') {
      const auto colour = kColors.find(capital ? static_cast<char>(letter - 'A' + 'a') : letter);
      board.put(cell, static_cast<SuperballBoard::Piece>(colour));
    }
  }
  return board;
}

SuperballBoard input_1() {
  return board_of({"...yyryy.p", "y.rg.yppyp", "**gg.yrpPP", "GGgbgybp**", "R*bg.yrp*P", "G*gygyypY*",
                   "yyybpby.pb", ".pgg.yp.bb"});
}

SuperballBoard input_2() {
  return board_of({"yyggyryybp", "ggrgpyppyp", "RBgggyrpPP", "GGgggybpPP", "RGygryrpBP", "YGyygyypYB",
                   "yyybpbyppb", "ppggyypbbb"});
}

/// Sizes and colours of the sets on goal cells that have at least `min_size` pieces, each set once.
std::vector<std::pair<std::size_t, char>> scoring_sets(const SuperballBoard& board, std::size_t min_size) {
  std::map<SuperballBoard::Cell, std::pair<std::size_t, char>> sets;  // by the set's first cell
  for (const auto goal : board.goals()) {
    if (!board.is_empty(goal)) {
      const auto set = board.set_at(goal);
      if (set.size() >= min_size) {
        sets[std::ranges::min(set)] = {set.size(), kColors[board.at(goal)]};
      }
    }
  }
  std::vector<std::pair<std::size_t, char>> list;
  for (const auto& [first, set] : sets) {
    list.push_back(set);
  }
  return list;
}

// Superball 1.2, 1.3: two columns at either side; on narrow boards all columns have goal cells.
TEST(SuperballBoard, HasGoalsAtBothSides) {
  EXPECT_THAT(SuperballBoard(8, 10).goals(),
              ElementsAre(20, 21, 28, 29, 30, 31, 38, 39, 40, 41, 48, 49, 50, 51, 58, 59));
  EXPECT_THAT(SuperballBoard(5, 2).goals(), ElementsAre(4, 5));
  EXPECT_TRUE(SuperballBoard(4, 10).goals().empty());
  EXPECT_THAT(SuperballBoard(6, 3).goals(), ElementsAre(6, 7, 8, 9, 10, 11));
}

// Superball 1.2, 1.4: the handout counts 20 empty cells, and 8 pieces on goal cells, worth 33 points.
TEST(SuperballBoard, CountsTheHandoutsBoard) {
  const auto board = input_1();
  EXPECT_EQ(board.empty_cells(), 20U);
  std::size_t pieces = 0;
  std::size_t worth = 0;
  for (const auto goal : board.goals()) {
    if (!board.is_empty(goal)) {
      ++pieces;
      worth += kFirstValue + board.at(goal);
    }
  }
  EXPECT_EQ(pieces, 8U);
  EXPECT_EQ(worth, 33U);
}

// Superball 1.5, 2.3: 10 p and 6 g, each by a goal cell of the set that the handout names.
TEST(SuperballBoard, FindsTheTwoSetsOfTheHandoutsBoard) {
  const auto board = input_1();
  EXPECT_THAT(scoring_sets(board, 5), UnorderedElementsAre(Pair(10, 'p'), Pair(6, 'g')));
  for (const auto& [row, col, size] : {std::tuple(2, 8, 10), {2, 9, 10}, {3, 0, 6}, {3, 1, 6}}) {
    EXPECT_EQ(board.set_at(board.cell(row, col)).size(), static_cast<std::size_t>(size));
  }
}

// Superball 1.5, 2.3: 14 g, 15 p, 7 y and 5 b on the board of the handout's `input-2.txt`.
TEST(SuperballBoard, FindsTheFourSetsOfTheHandoutsSecondBoard) {
  const auto board = input_2();
  EXPECT_THAT(scoring_sets(board, 5),
              UnorderedElementsAre(Pair(14, 'g'), Pair(15, 'p'), Pair(7, 'y'), Pair(5, 'b')));
  for (const auto& [row, col, size] : {std::tuple(5, 1, 14), {4, 9, 15}, {5, 0, 7}, {5, 9, 5}}) {
    EXPECT_EQ(board.set_at(board.cell(row, col)).size(), static_cast<std::size_t>(size));
  }
}

// Superball 1.5: no diagonals, and the end of a row does not touch the next.
TEST(SuperballBoard, SetsDoNotTurnCorners) {
  const auto board = board_of({"p....", ".p..p", "PP.*P", "p...p", "....p"});
  EXPECT_EQ(board.set_at(0).size(), 1U);
  EXPECT_THAT(board.set_at(board.cell(2, 0)), UnorderedElementsAre(6, 10, 11, 15));
  EXPECT_THAT(board.set_at(board.cell(2, 4)), UnorderedElementsAre(9, 14, 19, 24));
}

// Superball 1.7: cells that a piece takes are not empty, cells that it leaves are.
TEST(SuperballBoard, CountsEmptyCells) {
  SuperballBoard board(5, 4);
  EXPECT_EQ(board.empty_cells(), 20U);
  board.put(3, 0);
  board.put(7, 1);
  board.swap(3, 7);
  EXPECT_EQ(board.at(3), 1);
  board.remove(3);
  EXPECT_TRUE(board.is_empty(3));
  EXPECT_EQ(board.empty_cells(), 19U);
}

}  // namespace
}  // namespace engines
