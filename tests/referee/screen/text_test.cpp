#include <gtest/gtest.h>

#include <string>

#include "referee/screen/canvas.h"

namespace referee::screen {
namespace {

TEST(Glyph, WhatIsNotAsciiHasASubstituteThatIs) {
  const std::u32string ours = {kGround, kSolid, kUp, kRight, kDown, kLeft};
  std::string substitutes;
  for (const char32_t glyph : ours) {
    EXPECT_TRUE(is_glyph(glyph));
    substitutes += ascii_of(glyph);
  }
  EXPECT_EQ(substitutes, ".#^>v<");
  EXPECT_EQ(ascii_of(U'a'), 'a');
}

TEST(PlainLine, LeavesCombiningMarksOut) {
  EXPECT_EQ(plain_line("e\u0301 \u2764\ufe0f \u4e2d", true), "e ? ?");
  EXPECT_EQ(plain_line("a\u202eb\u200bc\u0085\xff", true), "a?b?c??") << "harmful characters are seen";
}

TEST(PlainLine, KeepsOurGlyphsAndNothingElseBeyondAscii) {
  EXPECT_EQ(plain_line("a \u2588 \u00e9 \x1b[2J\n\x7f", true), "a \u2588 ? ?[2J??");
  EXPECT_EQ(plain_line("\u25b2\u25ba\u25bc\u25c4\u00b7", true), "\u25b2\u25ba\u25bc\u25c4\u00b7");
  EXPECT_EQ(plain_line("\u25b2\u25ba\u25bc\u25c4\u00b7", false), "^>v<.");
}

TEST(Canvas, WritesTextUpToItsEdges) {
  Canvas canvas(2, 5);
  canvas.write(0, 3, "abc");
  canvas.write(1, 0, "\x1b\u00b7x");
  canvas.write(2, 0, "outside");
  canvas.write(-1, 0, "outside");
  canvas.write(0, 7, "outside");
  EXPECT_EQ(plain_text(canvas, true), "   ab\n?\u00b7x\n");
  EXPECT_EQ(plain_text(canvas, false), "   ab\n?.x\n");
}

}  // namespace
}  // namespace referee::screen
