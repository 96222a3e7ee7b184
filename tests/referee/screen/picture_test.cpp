#include "referee/screen/picture.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "referee/screen/canvas.h"

namespace referee::screen {
namespace {

/// A board whose letters have ranks: '.' ground, small letters traces, digits things, capital letters actors.
Picture picture_of(const std::vector<std::string>& rows, int columns_per_cell = 1) {
  Picture picture{Canvas(static_cast<int>(rows.size()), static_cast<int>(rows.at(0).size())),
                  columns_per_cell};
  for (int row = 0; row < picture.board.rows(); ++row) {
    for (int column = 0; column < picture.board.columns(); ++column) {
      const char c = rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
      const Rank rank = c == '.'               ? Rank::ground
                        : c >= 'a' && c <= 'z' ? Rank::trace
                        : c >= '0' && c <= '9' ? Rank::thing
                                               : Rank::actor;
      picture.board.at(row, column) = {static_cast<char32_t>(c), Ink::plain, rank, false};
    }
  }
  return picture;
}

Picture board(int rows, int columns, int columns_per_cell = 1) {
  return Picture{Canvas(rows, columns), columns_per_cell};
}

/// The board as a terminal of this size shows it.
std::string laid_out_text(const Picture& picture, int rows, int columns) {
  return plain_text(laid_out(picture, rows, columns).board, false);
}

TEST(LaidOut, GivesACellTwoColumnsWhereAllOfThemFit) {
  EXPECT_EQ(laid_out_text(picture_of({"ab", "cd"}), 2, 4), "a b\nc d\n");
  EXPECT_EQ(laid_out_text(picture_of({"ab", "cd"}), 2, 3), "ab\ncd\n");
  EXPECT_EQ(laid_out_text(picture_of({"ab", "cd"}), 1, 9), "ab\ncd\n") << "it is scaled down";
  EXPECT_EQ(laid_out_text(picture_of({"A>B<"}, 2), 9, 9), "A>B<\n") << "its cells are wide already";
}

TEST(LaidOut, KeepsWallsInOnePieceAndCursorsWhole) {
  Picture picture = picture_of({"##."});
  picture.board.at(0, 0).ink = picture.board.at(0, 1).ink = Ink::wall;
  picture.board.at(0, 2).reversed = true;
  const Canvas wide = laid_out(picture, 1, 6).board;
  EXPECT_EQ(plain_text(wide, false), "####.\n");
  EXPECT_TRUE(wide.at(0, 4).reversed && wide.at(0, 5).reversed);
}

TEST(LaidOut, NamesRowsAndColumnsWhereTheNamesFit) {
  Picture picture = picture_of({"abc", "def"});
  picture.row_names = {"9", "10"};
  picture.column_names = {"x", "y", "12"};
  const std::string named = "       1\n   x y 2\n 9 a b c\n10 d e f\n";
  EXPECT_EQ(laid_out_text(picture, 4, 9), named);
  EXPECT_EQ(laid_out_text(picture, 3, 9), "a b c\nd e f\n");
  EXPECT_EQ(laid_out_text(picture, 4, 8), "a b c\nd e f\n");
  EXPECT_EQ(laid_out_text(picture, 4, 5), "abc\ndef\n");
  EXPECT_EQ(numbers_from_0(11).back(), "10");
}

TEST(Scale, IsFullWhereTheBoardFits) {
  EXPECT_TRUE(scale_to_fit(board(20, 80), 20, 80).is_full());
  EXPECT_FALSE(scale_to_fit(board(20, 80), 19, 80).is_full());
  EXPECT_FALSE(scale_to_fit(board(20, 80), 20, 79).is_full());
}

TEST(Scale, LooksSquareBecauseCharactersAreTwiceAsHighAsWide) {
  const Scale scale = scale_to_fit(board(170, 170), 22, 78);
  EXPECT_EQ(scale, (Scale{.rows = 8, .columns = 4}));
  EXPECT_EQ(scale.text(), "1:8 down, 1:4 across");
  // A cell of two columns is square already.
  EXPECT_EQ(scale_to_fit(board(99, 198, 2), 20, 80), (Scale{.rows = 5, .columns = 5}));
  EXPECT_EQ((Scale{.rows = 5, .columns = 5}).text(), "1:5");
}

TEST(Scale, FitsWhateverTheWindowIs) {
  for (const int per_cell : {1, 2}) {
    for (int rows = 1; rows <= 30; ++rows) {
      for (int columns = 2; columns <= 60; ++columns) {
        const Picture picture = board(33, 44 * per_cell, per_cell);
        const Canvas small = scaled(picture, scale_to_fit(picture, rows, columns));
        EXPECT_LE(small.rows(), rows);
        EXPECT_LE(small.columns(), columns);
        EXPECT_GE(small.rows(), 1);
      }
    }
  }
}

TEST(Scale, ShowsTheHighestRankAndOfThatTheMostFrequent) {
  const Picture picture = picture_of({
      "....ab..1",  //
      "..a.bb.Cb",  //
      ".a..ab111",  //
  });
  EXPECT_EQ(plain_text(scaled(picture, {.rows = 3, .columns = 3}), false), "abC\n");
  EXPECT_EQ(plain_text(scaled(picture, {.rows = 2, .columns = 4}), false), "aC1\na11\n")
      << "at the right and at the bottom blocks may be smaller";
}

TEST(Scale, KeepsTheColumnsOfACellApart) {
  const Picture picture = picture_of({"a.A>..b.", "a.b...B<"}, 2);
  EXPECT_EQ(plain_text(scaled(picture, {.rows = 2, .columns = 2}), false), "A>B<\n");
}

}  // namespace

}  // namespace referee::screen
