#include "protocol/fields.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/support/complaint.h"

namespace fields {
namespace {

constexpr Range kDigit{.min = 0, .max = 9};

std::string error_text(const Object& object) { return object.error() ? object.error()->text() : ""; }

/// The error after one read of {"n": value} with the path "options".
template <class Read>
std::string error_of(const Json& value, Read read) {
  const Json json = Json::object({{"n", value}});
  Object object(json, "options");
  read(object);
  return error_text(object);
}

TEST(Fields, ErrorReadsAsASentence) {
  EXPECT_EQ((Error{"options.n", "4", "an odd integer from 3 to 99"}.text()),
            "options.n: got 4, expected an odd integer from 3 to 99");
  EXPECT_EQ((Error{"options.n", "", "an integer"}.text()), "options.n: missing, expected an integer");
  EXPECT_EQ((Error{"", "[]", "an object"}.text()), "got [], expected an object");
}

TEST(Fields, IntegerAcceptsIntegersInRangeOnly) {
  const auto read = [](Object& object) { object.integer("n", kDigit); };
  for (const Json& good : {Json(0), Json(9), Json(9U), Json::parse("7")}) {
    EXPECT_EQ(error_of(good, read), "") << good;
  }
  EXPECT_EQ(error_of(10, read), "options.n: got 10, expected an integer from 0 to 9");
  EXPECT_EQ(error_of(2.0, read), "options.n: got 2.0, expected an integer from 0 to 9: 3, not 3.0");
  for (const char* bad : {"-1", "2.9", "true", "null", "\"3\"", "[3]", "{}", "1e300", "18446744073709551615",
                          "-9223372036854775808", "123456789012345678901234567890"}) {
    EXPECT_NE(error_of(Json::parse(bad), read), "") << bad;
  }
}

TEST(Fields, AsIntegerDoesNotOverflow) {
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
  constexpr Range kAll{.min = kMin, .max = kMax};
  EXPECT_EQ(as_integer(Json::parse("9223372036854775807"), kAll), kMax);
  EXPECT_EQ(as_integer(Json::parse("-9223372036854775808"), kAll), kMin);
  EXPECT_EQ(as_integer(Json::parse("9223372036854775808"), kAll), std::nullopt);
  EXPECT_EQ(as_integer(std::numeric_limits<double>::quiet_NaN(), kAll), std::nullopt);
}

TEST(Fields, AnOpenRangeIsNamedByItsLowerEnd) {
  const Range open{.min = 1, .max = std::numeric_limits<std::int64_t>::max()};
  EXPECT_EQ(error_of(0, [&](Object& object) { object.integer("n", open); }),
            "options.n: got 0, expected an integer of at least 1");
}

TEST(Fields, MissingRequiredKeysAreErrors) {
  const Json empty = Json::object();
  const auto missing = [&](auto read) {
    Object object(empty, "");
    read(object);
    return error_text(object);
  };
  EXPECT_EQ(missing([](Object& o) { EXPECT_EQ(o.integer("n", {.min = 3, .max = 5}), 3); }),
            "n: missing, expected an integer from 3 to 5");
  EXPECT_EQ(missing([](Object& o) { EXPECT_FALSE(o.boolean("b")); }), "b: missing, expected true or false");
  EXPECT_EQ(missing([](Object& o) { EXPECT_EQ(o.text("t", 8), ""); }),
            "t: missing, expected a string of at most 8 bytes");
  EXPECT_EQ(missing([](Object& o) { EXPECT_EQ(o.value("v"), nullptr); }), "v: missing, expected a value");
}

TEST(Fields, MissingOptionalKeysTakeTheirFallback) {
  const Json empty = Json::object();
  Object object(empty, "");
  EXPECT_EQ(object.integer_or("n", kDigit, 77), 77);
  EXPECT_TRUE(object.boolean_or("b", true));
  EXPECT_EQ(object.text_or("t", 1, "fallback"), "fallback");
  EXPECT_EQ(object.choice_or("c", {"x", "y"}, 1), 1U);
  EXPECT_EQ(object.find("f"), nullptr);
  EXPECT_EQ(object.error(), std::nullopt);
  EXPECT_NO_THROW(object.require());
}

TEST(Fields, ReadsWhatIsThere) {
  const Json json = Json::parse(R"({"n":4,"b":true,"t":"text","c":"y","v":[1]})");
  Object object(json, "");
  EXPECT_EQ(object.integer("n", kDigit), 4);
  EXPECT_EQ(object.integer_or("n", kDigit, 0), 4);
  EXPECT_TRUE(object.boolean("b"));
  EXPECT_TRUE(object.boolean_or("b", false));
  EXPECT_EQ(object.text("t", 4), "text");
  EXPECT_EQ(object.text_or("t", 4, ""), "text");
  EXPECT_EQ(object.choice_or("c", {"x", "y"}, 0), 1U);
  ASSERT_NE(object.value("v"), nullptr);
  EXPECT_EQ(object.value("v"), object.find("v"));
  object.refuse_unknown();
  EXPECT_EQ(error_text(object), "");
}

TEST(Fields, OtherTypesAreStrictToo) {
  EXPECT_EQ(error_of(1, [](Object& o) { o.boolean("n"); }), "options.n: got 1, expected true or false");
  EXPECT_EQ(error_of("true", [](Object& o) { o.boolean_or("n", false); }),
            "options.n: got \"true\", expected true or false");
  EXPECT_EQ(error_of("12345", [](Object& o) { EXPECT_EQ(o.text("n", 4), ""); }),
            "options.n: got \"12345\", expected a string of at most 4 bytes");
  EXPECT_EQ(error_of(Json(), [](Object& o) { o.text_or("n", 4, "a"); }),
            "options.n: got null, expected a string of at most 4 bytes");
  EXPECT_EQ(error_of("z",
                     [](Object& o) {
                       EXPECT_EQ(o.choice_or("n", {"x", "y"}, 1), 1U);
                     }),
            "options.n: got \"z\", expected one of \"x\", \"y\"");
  EXPECT_EQ(error_of("wals",
                     [](Object& o) {
                       o.choice_or("n", {"snake", "walls"}, 0);
                     }),
            "options.n: got \"wals\", expected one of \"snake\", \"walls\": did you mean 'walls'?");
  EXPECT_EQ(error_of(0, [](Object& o) { o.choice_or("n", {"x"}, 0); }),
            "options.n: got 0, expected one of \"x\"");
}

TEST(Fields, TheFirstMistakeIsKeptAndLaterReadsFallBack) {
  const Json json = Json::parse(R"({"a":-1,"b":5,"t":"text"})");
  Object object(json, "");
  EXPECT_EQ(object.integer("a", kDigit), 0);
  EXPECT_EQ(object.integer_or("b", kDigit, 3), 3);
  EXPECT_EQ(object.integer("missing", kDigit), 0);
  EXPECT_EQ(object.text("t", 9), "");
  EXPECT_EQ(object.find("t"), nullptr);
  object.fail("b", 5, "something else");
  object.refuse_unknown();
  EXPECT_EQ(error_text(object), "a: got -1, expected an integer from 0 to 9");
}

TEST(Fields, OnlyAnObjectIsAnObject) {
  for (const char* text : {"null", "[]", "3", "\"{}\""}) {
    const Json json = Json::parse(text);
    Object object(json, "clock");
    EXPECT_EQ(error_text(object), std::string("clock: got ") + text + ", expected an object");
    EXPECT_EQ(object.integer_or("n", kDigit, 6), 6);
    object.refuse_unknown();
  }
}

TEST(Fields, UnknownKeysAreNamedWithTheKnownOnes) {
  const Json json = Json::parse(R"({"size":4,"siez":5})");
  Object object(json, "options");
  object.integer_or("size", kDigit, 0);
  object.find("starts");
  object.refuse_unknown();
  EXPECT_EQ(error_text(object),
            "options.siez: got 5, expected one of the keys size, starts: did you mean 'size'?");

  Object nothing_known(json, "");
  nothing_known.refuse_unknown();
  EXPECT_EQ(error_text(nothing_known), "siez: got 5, expected no key at all");
}

TEST(Fields, AMisspeltKeyIsNamedBeforeTheOneThatIsMissingForIt) {
  const Json json = Json::parse(R"({"siez":5})");
  Object object(json, "options");
  object.integer("size", kDigit);
  object.boolean_or("torus", false);
  object.refuse_unknown();
  EXPECT_EQ(error_text(object),
            "options.siez: got 5, expected one of the keys size, torus: did you mean 'size'?");
}

TEST(Fields, AReaderThatGivesUpNamesTheMisspeltKeyToo) {
  const Json json = Json::parse(R"({"depth":1,"siez":5})");
  Object object(json, "options");
  object.integer("size", kDigit);
  EXPECT_EQ(test_support::complaint<fields::Exception>([&] { object.require(); }),
            "options.siez: got 5, expected no such key: did you mean 'size'?");
  EXPECT_EQ(error_text(object), "options.size: missing, expected an integer from 0 to 9");
}

TEST(Fields, AStrangeKeyIsShortenedInItsPath) {
  Json json = Json::object();
  json[std::string(5000, 'k') + "\xff"] = 1;
  Object object(json, "options");
  object.refuse_unknown();
  EXPECT_LT(error_text(object).size(), 150U);
}

TEST(Fields, RequireThrowsTheError) {
  const Json json = Json::object();
  Object object(json, "config");
  object.fail("starts[2]", Json::array({1}), "a cell");
  try {
    object.require();
    FAIL() << "no exception";
  } catch (const Exception& exception) {
    EXPECT_STREQ(exception.what(), "config.starts[2]: got [1], expected a cell");
    EXPECT_EQ(exception.error().path, "config.starts[2]");
  }
}

TEST(Brief, IsCompactJson) {
  for (const char* text :
       {R"({"a":[1,2.5,null,true],"b":"x\"\n\\"})", "[]", "{}", "\"\"", "-0.0", "[[],[{}]]"}) {
    EXPECT_EQ(brief(Json::parse(text)), text);
  }
}

TEST(Brief, KeepsToItsLimitAndMarksTheCut) {
  EXPECT_EQ(brief(Json::parse("[1,2,3]"), 7), "[1,2,3]");
  EXPECT_EQ(brief(Json::parse("[1,2,3]"), 6), "[1,...");
  EXPECT_EQ(brief(Json(std::string(100, 'x')), 10), "\"xxxxxx...");
  EXPECT_EQ(brief(Json("xxxxxxxx"), 10), "\"xxxxxxxx\"");
  EXPECT_EQ(brief(Json("long"), 2), "..");
  EXPECT_EQ(brief(Json("long"), 0), "");
}

TEST(Brief, DoesNotSplitACharacter) {
  const Json json("\u20ac\u20ac\u20ac");  // three bytes each
  for (std::size_t limit = 0; limit < 16; ++limit) {
    const std::string text = brief(json, limit);
    EXPECT_LE(text.size(), limit);
    EXPECT_NO_THROW(Json(text).dump()) << limit;
  }
  EXPECT_EQ(brief(json, 8), "\"\u20ac...");
}

TEST(Brief, TakesAnyBytesAndAnyDepth) {
  EXPECT_EQ(brief(Json("a\xff")), "\"a\ufffd\"");
  Json deep = 1;
  for (int i = 0; i < 5000; ++i) {
    Json outer = Json::array();
    outer.push_back(std::move(deep));
    deep = std::move(outer);
  }
  EXPECT_EQ(brief(deep, 6), "[[[...");
  Json odd_key = Json::object();
  odd_key["\xc3"] = 1;
  EXPECT_EQ(brief(odd_key), "{\"\ufffd\":1}");
  EXPECT_EQ(brief(Json(Json::value_t::discarded)), "<discarded>");
}

TEST(BriefText, CutsBetweenCharacters) {
  const std::string text = "a\u20acb";  // 1 + 3 + 1 bytes
  EXPECT_EQ(brief_text(text, 0), "");
  EXPECT_EQ(brief_text(text, 1), "a");
  EXPECT_EQ(brief_text(text, 2), "a");
  EXPECT_EQ(brief_text(text, 3), "a");
  EXPECT_EQ(brief_text(text, 4), "a\u20ac");
  EXPECT_EQ(brief_text(text, 5), text);
  EXPECT_EQ(brief_text(text, std::numeric_limits<std::size_t>::max()), text);
  EXPECT_EQ(brief_text("\U0001f600", 3), "");
}

TEST(BriefText, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(brief_text("a\xff\xfe", 10), "a\ufffd\ufffd");
  EXPECT_EQ(brief_text("a\xff", 3), "a");  // it does not split a replacement character either
  EXPECT_EQ(brief_text("\xe2\x82", 10), "\ufffd");
  EXPECT_EQ(brief_text("\"quoted\"\n\\", 20), "\"quoted\"\n\\");
  EXPECT_EQ(brief_text(std::string_view("a\0b", 3), 3), std::string("a\0b", 3));
}

/// Every prefix of arbitrary bytes gives UTF-8 within the limit.
TEST(BriefText, IsAlwaysUtf8WithinTheLimit) {
  std::string bytes;
  for (unsigned i = 0; i < 512; ++i) {
    bytes.push_back(static_cast<char>((i * 37U + i / 5U) & 0xffU));
  }
  for (std::size_t begin = 0; begin < 256; ++begin) {
    for (std::size_t limit = 0; limit < 12; ++limit) {
      const std::string text = brief_text(std::string_view(bytes).substr(begin), limit);
      ASSERT_LE(text.size(), limit);
      ASSERT_NO_THROW(Json(text).dump());
    }
  }
}

}  // namespace
}  // namespace fields
