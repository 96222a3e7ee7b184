#include "referee/base/unicode/unicode.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace referee::unicode {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

std::string utf8(char32_t code) {
  std::string text;
  append_utf8(text, code);
  return text;
}

// ---- UTF-8 ----

TEST(Utf8, EveryCharacterIsReadAsItWasWritten) {
  std::vector<char32_t> wrong;
  for (char32_t code = 0; code <= 0x10ffff; ++code) {
    const std::string text = utf8(code);
    const Character character = first_character(text);
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (character.valid == surrogate ||
        (character.valid && (character.code != code || character.size != text.size()))) {
      wrong.push_back(code);
    }
  }
  EXPECT_EQ(wrong, std::vector<char32_t>());
  EXPECT_EQ(first_character("\u20acuro").size, 3U) << "what follows does not belong to it";
}

TEST(Utf8, WhatIsNoneIsTakenByteByByte) {
  for (const char* bytes :
       {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xc2x", "\xe0\x9f\xbf", "\xe2\x82", "\xed\xa0\x80",
        "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xff"}) {
    const Character character = first_character(bytes);
    EXPECT_FALSE(character.valid) << bytes;
    EXPECT_EQ(character.size, 1U);
    EXPECT_EQ(character.code, kReplacement);
    EXPECT_EQ(decoded(std::string("a") + bytes), std::nullopt);
  }
  EXPECT_EQ(decoded_with_replacements("a\xe2\x82z"), U"a\ufffd\ufffdz");
}

TEST(Utf8, TextIsDecodedWhole) {
  EXPECT_EQ(decoded("a\u00b7\u25b2\U0001F40D"), U"a\u00b7\u25b2\U0001F40D");
  EXPECT_EQ(decoded(""), U"");
}

// ---- which characters may be shown ----

TEST(HarmfulCharacters, AreAllThatDoSomethingElseThanAppear) {
  // Control characters, line and paragraph separators, Bidi_Control, Default_Ignorable_Code_Point but for
  // variation selectors, interlinear annotations, surrogates, noncharacters.
  const std::vector<Range> harmful = {
      {0x00, 0x1f},       {0x7f, 0x9f},       {0xad, 0xad},        {0x34f, 0x34f},     {0x61c, 0x61c},
      {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180e, 0x180e},    {0x200b, 0x200f},   {0x2028, 0x202e},
      {0x2060, 0x206f},   {0x3164, 0x3164},   {0xd800, 0xdfff},    {0xfdd0, 0xfdef},   {0xfeff, 0xfeff},
      {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0xfffe, 0xffff},    {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
      {0x1fffe, 0x1ffff}, {0x2fffe, 0x2ffff}, {0x3fffe, 0x3ffff},  {0x4fffe, 0x4ffff}, {0x5fffe, 0x5ffff},
      {0x6fffe, 0x6ffff}, {0x7fffe, 0x7ffff}, {0x8fffe, 0x8ffff},  {0x9fffe, 0x9ffff}, {0xafffe, 0xaffff},
      {0xbfffe, 0xbffff}, {0xcfffe, 0xcffff}, {0xdfffe, 0xdffff},  {0xe0000, 0xe00ff}, {0xe01f0, 0xe0fff},
      {0xefffe, 0xeffff}, {0xffffe, 0xfffff}, {0x10fffe, 0x10ffff}};
  std::vector<char32_t> wrong;
  auto next = harmful.begin();
  for (char32_t code = 0; code <= 0x10ffff; ++code) {
    while (next != harmful.end() && code > next->last) {
      ++next;
    }
    const bool expected = next != harmful.end() && code >= next->first;
    if (is_harmful(code) != expected) {
      wrong.push_back(code);
    }
  }
  EXPECT_EQ(wrong, std::vector<char32_t>());
  EXPECT_TRUE(is_harmful(0x110000));
}

TEST(HarmfulCharacters, LettersMarksAndPicturesAreNone) {
  for (const char32_t code :
       U"aZ~\u00a0\u00e9\u0301\u0439\u05d0\u0627\u0e01\u4e2d\uac00\ufe0f\ufffd\U0001f40d\U000e0100") {
    EXPECT_EQ(is_harmful(code), code == 0)
        << std::hex << static_cast<unsigned>(code);  // the literal ends with 0
  }
}

// ---- UTF-16 ----

TEST(FromUtf16, ReadsBothOrdersWithAndWithoutAMark) {
  using std::string_view_literals::operator""sv;
  const std::string text = "a\u00e9\U0001f40d";
  EXPECT_EQ(from_utf16("\xff\xfe"
                       "a\0\xe9\0\x3d\xd8\x0d\xdc"sv),
            text);
  EXPECT_EQ(from_utf16("\xfe\xff"
                       "\0a\0\xe9\xd8\x3d\xdc\x0d"sv),
            text);
  EXPECT_EQ(from_utf16("a\0\xe9\0\x3d\xd8\x0d\xdc"sv), text);
  EXPECT_EQ(from_utf16("\0a\0\xe9\xd8\x3d\xdc\x0d"sv), text);
  EXPECT_EQ(from_utf16("\xff\xfe"sv), "");
}

TEST(FromUtf16, HalvesOfCharactersBecomeTheReplacement) {
  using std::string_view_literals::operator""sv;
  EXPECT_EQ(from_utf16("a\0\x3d\xd8"
                       "b\0"sv),
            "a\ufffd"
            "b");
  EXPECT_EQ(from_utf16("a\0\x0d\xdc"sv), "a\ufffd");
}

TEST(FromUtf16, LeavesOtherTextAlone) {
  using std::string_view_literals::operator""sv;
  for (const std::string_view other : {""sv, "a"sv, "ab"sv,
                                       "\xef\xbb\xbf"
                                       "a"sv,
                                       "\xe9t\xe9"sv, "\xff\xfe\0"sv, "\0\0"sv}) {
    EXPECT_EQ(from_utf16(other), std::nullopt);
  }
}

// ---- columns of a terminal ----

TEST(Columns, OfCharacters) {
  for (const char32_t code :
       {U'a', U'~', U'\u00a0', U'\u00e9', U'\u0439', U'\u05d0', U'\u2588', U'\ufffd', U'\uff71'}) {
    EXPECT_EQ(columns_of(code), 1) << std::hex << static_cast<unsigned>(code);
  }
  for (const char32_t code :
       {U'\u0301', U'\u05b4', U'\u0e31', U'\u1162', U'\u200b', U'\u202e', U'\ufe0f', U'\U000e0100'}) {
    EXPECT_EQ(columns_of(code), 0) << std::hex << static_cast<unsigned>(code);
  }
  for (const char32_t code :
       {U'\u1100', U'\u3042', U'\u4e2d', U'\uac00', U'\uff21', U'\U0001f40d', U'\U00020000'}) {
    EXPECT_EQ(columns_of(code), 2) << std::hex << static_cast<unsigned>(code);
  }
}

TEST(Columns, OfTexts) {
  EXPECT_EQ(columns_of(""), 0U);
  EXPECT_EQ(columns_of("e\u0301\u4e2d\u6587 \xff"), 7U);
}

}  // namespace
}  // namespace referee::unicode
