#include "referee/play/window_interface.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace referee::play {
namespace {

/// Each cell is a different character.
screen::Canvas board(int rows, int columns) {
  screen::Canvas canvas(rows, columns);
  char32_t glyph = U'A';
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      canvas.at(row, column).glyph = glyph++;
    }
  }
  return canvas;
}

TEST(Viewport, ASmallBoardIsShownWhole) { EXPECT_EQ(part_of(board(3, 4), 10, 10, {1, 1}), board(3, 4)); }

TEST(Viewport, TheFocusIsInTheMiddle) {
  const screen::Canvas part = part_of(board(7, 7), 3, 3, {3, 4});
  EXPECT_EQ(part.rows(), 3);
  EXPECT_EQ(part.columns(), 3);
  EXPECT_EQ(part.at(1, 1).glyph, board(7, 7).at(3, 4).glyph);
}

TEST(Viewport, TheEdgesAreNotPassed) {
  const screen::Canvas whole = board(7, 5);
  EXPECT_EQ(part_of(whole, 3, 5, {0, 0}).at(0, 0), whole.at(0, 0));
  EXPECT_EQ(part_of(whole, 3, 5, {6, 4}).at(2, 4), whole.at(6, 4));
  EXPECT_EQ(part_of(whole, 1, 1, {6, 4}).at(0, 0), whole.at(6, 4));
}

TEST(WindowHelp, FitsTheWindowAndKeepsEachKeyBesideItsWords) {
  const std::vector<KeyHelp> keys{
      {"enter, space", "take the piece under the cursor, and put it where another lies"}, {"q", "leave"}};
  for (const int columns : {40, 80}) {
    std::string words;
    for (const std::string& line :
         help_lines({std::string(30, 'x') + " " + std::string(60, 'y')}, keys, columns)) {
      EXPECT_LE(line.size(), static_cast<std::size_t>(columns)) << line;
      words += line + "|";
    }
    EXPECT_NE(words.find("|enter, space      take the piece"), std::string::npos) << words;
    EXPECT_NE(words.find("|q                 leave|"), std::string::npos) << words;
  }
}

}  // namespace

}  // namespace referee::play
