#include "referee/show/svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace referee::show {
namespace {

using screen::Canvas;
using screen::Ink;
using screen::Rank;
using testing::HasSubstr;
using testing::Not;

Frame ground_frame(int rows, int columns) {
  Frame frame{.title = "m: walls, turn 1 of 2, ada v bob", .picture = {}, .seats = {}, .end = ""};
  frame.picture.board = Canvas(rows, columns);
  frame.picture.board.fill({screen::kGround, Ink::faint, Rank::ground});
  return frame;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

TEST(Svg, HasABoxForEachCellAndGlyphsOnTheOnesThatHoldSomething) {
  Frame frame = ground_frame(3, 6);
  frame.picture.columns_per_cell = 2;
  frame.picture.board.at(1, 2) = {U'A', Ink::seat0, Rank::actor};
  frame.picture.board.at(1, 3) = {screen::kRight, Ink::seat0, Rank::actor};
  frame.picture.board.at(2, 0) = {U'b', Ink::seat1, Rank::trace};
  const std::string svg = svg_of(frame, {"A B players"});
  EXPECT_EQ(count(svg, "<rect x="), 9U);
  EXPECT_THAT(svg, HasSubstr(">A</text>"));
  EXPECT_THAT(svg, HasSubstr(">b</text>"));
  EXPECT_THAT(svg, HasSubstr("rotate(90"));
  EXPECT_THAT(svg, HasSubstr("A B players"));
}

TEST(Svg, OfALargeBoardHasOneBoxForTheGround) {
  Frame frame = ground_frame(170, 170);
  frame.picture.board.at(9, 9) = {U'a', Ink::seat0, Rank::trace};
  const std::string svg = svg_of(frame, {});
  EXPECT_EQ(count(svg, "<rect x="), 1U);
  EXPECT_THAT(svg, Not(HasSubstr(">a</text>")));
}

TEST(Svg, ShowsTextsThatHoldAnything) {
  Frame frame = ground_frame(1, 1);
  frame.title = "</text><script>alert(1)</script>&amp;\x1b[0m";
  frame.end = "a < b & c";
  const std::string svg = svg_of(frame, {});
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(svg, Not(HasSubstr("\x1b")));
  EXPECT_THAT(svg, HasSubstr("a &lt; b &amp; c"));
}

TEST(Svg, MayHaveNoBoardAtAll) { EXPECT_THAT(svg_of(ground_frame(0, 0), {}), HasSubstr("</svg>")); }

}  // namespace
}  // namespace referee::show
