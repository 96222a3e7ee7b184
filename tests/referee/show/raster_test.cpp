#include "referee/show/raster.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "referee/screen/canvas.h"
#include "referee/show/pixel_font.h"

namespace referee::show {
namespace {

std::vector<std::string> rows_of(const Raster& raster) {
  std::vector<std::string> rows;
  for (int y = 0; y < raster.height(); ++y) {
    std::string& row = rows.emplace_back();
    for (const Colour colour : raster.row(y)) {
      row += colour == kPaper ? '.' : '#';
    }
  }
  return rows;
}

TEST(Raster, WritesLettersOfDots) {
  Raster raster(11, 9);
  raster.write("Lj", 0, 0, 1, kDark);
  EXPECT_EQ(rows_of(raster), (std::vector<std::string>{"#........#.",  //
                                                       "#..........",  //
                                                       "#.......##.",  //
                                                       "#........#.",  //
                                                       "#........#.",  //
                                                       "#........#.",  //
                                                       "#####....#.",  //
                                                       "......#..#.",  //
                                                       ".......##.."}));
}

TEST(Raster, ScalesDotsAndCutsWhatIsOutside) {
  Raster raster(6, 4);
  raster.draw(screen::kUp, -4, -4, 2, kDark);
  EXPECT_EQ(rows_of(raster), (std::vector<std::string>{"##....", "##....", "####..", "####.."}));
  raster.fill({4, 2, 100, 100}, kGrey);
  raster.fill({-5, -5, 2, 100}, kGrey);
  EXPECT_EQ(rows_of(raster), (std::vector<std::string>{"##....", "##....", "######", "######"}));
}

TEST(Raster, ADifferenceIsTheSmallestBox) {
  Raster before(9, 7);
  Raster after = before;
  EXPECT_EQ(difference_of(before, after), (PixelBox{0, 0, 1, 1}));
  after.fill({2, 5, 1, 1}, kDark);
  EXPECT_EQ(difference_of(before, after), (PixelBox{2, 5, 1, 1}));
  after.fill({7, 1, 2, 1}, kDark);
  EXPECT_EQ(difference_of(before, after), (PixelBox{2, 1, 7, 5}));
}

TEST(PixelFont, TellsAllGlyphsApart) {
  std::vector<char32_t> glyphs{screen::kGround, screen::kSolid, screen::kUp,
                               screen::kRight,  screen::kDown,  screen::kLeft};
  for (char32_t glyph = ' '; glyph <= '~'; ++glyph) {
    glyphs.push_back(glyph);
  }
  std::set<std::string> pictures;
  for (const char32_t glyph : glyphs) {
    ASSERT_TRUE(screen::is_glyph(glyph));
    std::string picture;
    for (int row = 0; row < kGlyphHeight + kGlyphDepth; ++row) {
      for (int column = 0; column < kGlyphWidth; ++column) {
        picture += has_dot(glyph, row, column) ? '#' : '.';
      }
    }
    EXPECT_EQ(picture.find('#') == std::string::npos, glyph == ' ');
    EXPECT_TRUE(pictures.insert(picture).second) << "glyph " << static_cast<unsigned>(glyph);
  }
}

}  // namespace
}  // namespace referee::show
