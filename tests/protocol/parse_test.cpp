#include "protocol/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include <nlohmann/json.hpp>

#include "protocol/limits.h"
#include "tests/support/random_cases.h"

namespace protocol {
namespace {

/// Why `line` cannot be used; "" if it can.
std::string why(std::string_view line) {
  const auto parsed = parse_line(line);
  const auto* unreadable = std::get_if<Unreadable>(&parsed);
  return unreadable != nullptr ? unreadable->why : "";
}

std::string nested(int depth) {
  const auto size = static_cast<std::size_t>(depth);
  return std::string(size, '[') + std::string(size, ']');
}

TEST(Parse, JsonOfAnyShapeIsRead) {
  for (const char* text : {"{}", "[]", "1", "\"text\"", "null", R"({"a":[1,2.5,true]})", " {} \r"}) {
    const auto parsed = parse_line(text);
    ASSERT_TRUE(std::holds_alternative<Json>(parsed)) << text;
    EXPECT_EQ(std::get<Json>(parsed), Json::parse(text));
  }
}

TEST(Parse, DebugOutputIsToldWhereItBelongs) {
  // "worded so that the author can act: "not JSON: 'debug'. stdout carries the protocol; print to stderr""
  EXPECT_EQ(why("debug"), "not JSON: 'debug'. stdout carries the protocol; print to stderr");
  EXPECT_EQ(why("move 3"), "not JSON: 'move 3'. stdout carries the protocol; print to stderr");
}

TEST(Parse, TextMeantAsAMessageGetsTheParsersComplaint) {
  const std::string text = why(R"({"type":"move",})");
  EXPECT_TRUE(text.starts_with(R"(not JSON: '{"type":"move",}' (parse error at line 1, column 16)")) << text;
  EXPECT_EQ(text.find("json.exception"), std::string::npos) << text;
  EXPECT_EQ(text.find("stderr"), std::string::npos) << text;
}

TEST(Parse, ALongLineIsShortened) {
  EXPECT_LT(why("debug " + std::string(60000, 'x')).size(), 200U);
  EXPECT_LT(why("{\"a\":\"" + std::string(60000, 'x')).size(), 300U);
}

TEST(Parse, ABlankLineIsNoMessage) {
  for (const char* blank : {"", " ", "\t \t", "\r"}) {
    EXPECT_EQ(why(blank), "an empty line is not a message: write one JSON object a line");
  }
}

TEST(Parse, NestingIsAtMostSixteen) {
  // "nesting at most 16"
  EXPECT_EQ(why(nested(16)), "");
  EXPECT_EQ(why(nested(17)), "nested 17 deep, at most 16 is accepted");
  EXPECT_EQ(why(R"({"a":)" + nested(15) + "}"), "");
  EXPECT_EQ(why(R"({"a":)" + nested(16) + "}"), "nested 17 deep, at most 16 is accepted");
}

TEST(Parse, NeighboursDoNotAddToTheDepth) {
  std::string list = "[";
  for (int i = 0; i < 1000; ++i) {
    list += "[],{},";
  }
  EXPECT_EQ(why(list + "0]"), "");
}

TEST(Parse, FiftyThousandBracketsDoNotOverflowTheStack) {
  EXPECT_EQ(why(nested(50'000)), "nested 50000 deep, at most 16 is accepted");
  EXPECT_EQ(why(std::string(50'000, '[')), "nested 50000 deep, at most 16 is accepted");
  std::string objects;
  for (int i = 0; i < 50'000; ++i) {
    objects += R"({"a":)";
  }
  EXPECT_EQ(why(objects), "nested 50000 deep, at most 16 is accepted");
  EXPECT_NE(why(std::string(50'000, ']') + std::string(50'000, '[')), "");
}

TEST(Parse, BracketsWithinStringsDoNotCount) {
  const std::string brackets(1000, '[');
  EXPECT_EQ(why('"' + brackets + '"'), "");
  EXPECT_EQ(why(R"({"a\"":"\\)" + brackets + R"(\"{{{{{{{{{{{{{{{{{{{{"})"), "");
  EXPECT_EQ(why(R"(["a\\",)" + nested(16) + "]"), "nested 17 deep, at most 16 is accepted")
      << "an escaped backslash does not escape the quote behind it";
}

TEST(Parse, AStringThatIsNotUtf8IsRefused) {
  for (const char* bad : {"{\"a\":\"\xff\"}", "{\"a\":\"\xc3\"}", "{\"a\":\"\xed\xa0\x80\"}"}) {
    const std::string text = why(bad);
    EXPECT_TRUE(text.starts_with("not JSON: '{\"a\":\"\ufffd")) << text;
    EXPECT_NO_THROW(Json(text).dump()) << "what is said about it is UTF-8";
  }
  EXPECT_TRUE(why("\xff\xfe").starts_with("not JSON: '\ufffd\ufffd'. stdout"));
}

TEST(Parse, NumbersThatDoNotFitAreRefused) {
  EXPECT_NE(why("1e999"), "");
  EXPECT_EQ(why("{"),
            "not JSON: '{' (the line ends before the object does: a message is one line, so do not "
            "pretty-print it)");
  EXPECT_EQ(why("{\"a\":\"}"),
            "not JSON: '{\"a\":\"}' (the line ends before the object does: a message is one line, so do not "
            "pretty-print it)");
  EXPECT_TRUE(why(R"({"n":1e999})").starts_with("not JSON: '{\"n\":1e999}' ("));
  EXPECT_NE(why("NaN"), "");
  EXPECT_NE(why("-Infinity"), "");
  EXPECT_EQ(why("123456789012345678901234567890"), "");
  EXPECT_EQ(why("1e308"), "");
}

TEST(Parse, OfDuplicateKeysTheLastCounts) {
  EXPECT_EQ(std::get<Json>(parse_line(R"({"a":1,"a":2})")), Json::parse(R"({"a":2})"));
}

TEST(Parse, WhatFollowsAValueIsRefused) {
  EXPECT_NE(why("{}{}"), "");
  EXPECT_NE(why("{} x"), "");
  EXPECT_NE(why("// comment"), "");
}

TEST(Parse, ANulByteBeforeAMessageIsRefused) {
  EXPECT_TRUE(why(std::string_view("\0{}", 3)).starts_with("not JSON: '"));
  EXPECT_NE(why(std::string_view("{\"a\":\"\0\"}", 9)), "");
}

TEST(Parse, NothingIsHiddenBehindANulByte) {
  // The parser alone would treat it as the end of the text.
  EXPECT_TRUE(why(std::string_view("{}\0junk", 7)).ends_with("(it has a NUL byte)"));
}

TEST(Parse, WhatPythonPrintsOfADictIsNamed) {
  EXPECT_THAT(why("{'type': 'move'}"), testing::HasSubstr("json.dumps"));
  EXPECT_THAT(why("{ 'type"), testing::HasSubstr("json.dumps"));
  EXPECT_THAT(why(R"({"type": 'move'})"), testing::Not(testing::HasSubstr("json.dumps")));
}

TEST(Parse, Utf16IsNamed) {
  EXPECT_THAT(why(std::string_view("{\0\"\0t\0\"\0", 8)), testing::HasSubstr("UTF-16"));
  EXPECT_THAT(why(std::string_view("\0{\0\"\0t\0\"", 8)), testing::HasSubstr("UTF-16"));
}

/// Random bytes, and JSON with random bytes in it: an answer or a reason, never an exception.
TEST(Parse, JunkNeverThrows) {
  std::mt19937 random(2);
  const std::string good = R"({"type":"move","match":"r1","turn":12,"move":["a",{"b":[1.5e3,null,true]}]})";
  for (int round = 0; round < test_support::random_cases(2000); ++round) {
    std::string line = good;
    for (std::size_t i = 1 + random() % 8; i > 0; --i) {
      line[random() % line.size()] = static_cast<char>(random() % 256);
    }
    ASSERT_NO_THROW((void)parse_line(line)) << round;
    ASSERT_NO_THROW((void)Json(why(line)).dump()) << round;
  }
}

}  // namespace
}  // namespace protocol
