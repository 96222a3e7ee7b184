#include "protocol/json_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <random>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/support/random_cases.h"

namespace protocol {
namespace {

/// The text that `write` writes.
template <class Write>
std::string written(Write write) {
  std::string text;
  JsonWriter out(text);
  write(out);
  return text;
}

TEST(JsonWriter, PutsCommasBetweenValuesAndNowhereElse) {
  EXPECT_EQ(written([](JsonWriter& out) {
              out.begin_object().field("a", 1).key("b").begin_list();
              out.value(2).begin_list().end_list().begin_object().end_object().value("x").end_list();
              out.key("c").begin_object().field("d", true).end_object().key("e").null().end_object();
            }),
            R"({"a":1,"b":[2,[],{},"x"],"c":{"d":true},"e":null})");
}

TEST(JsonWriter, EveryKindOfValueMayComeFirstOrBehindAnother) {
  const auto all = [](JsonWriter& out) {
    for (int round = 0; round < 2; ++round) {
      out.begin_list().value(-7).value(false).value("word").plain("row").null().raw("[1,2]").pair(3, 4);
      out.milliseconds(1500).value(std::optional<int>()).value(std::optional(5)).end_list();
    }
  };
  EXPECT_EQ(written([&](JsonWriter& out) {
              out.begin_list();
              all(out);
              out.end_list();
            }),
            R"([[-7,false,"word","row",null,[1,2],[3,4],1.5,null,5],)"
            R"([-7,false,"word","row",null,[1,2],[3,4],1.5,null,5]])");
}

TEST(JsonWriter, AppendsToWhatIsThere) {
  std::string text = "{\"view\":";
  JsonWriter(text).begin_object().field("n", 5).end_object();
  EXPECT_EQ(text, "{\"view\":{\"n\":5}");
  JsonWriter(text, true).key("more").value("yes").end_object();
  EXPECT_EQ(text, "{\"view\":{\"n\":5},\"more\":\"yes\"}");
}

TEST(JsonWriter, KeysMayBeLiteralsOrNot) {
  const std::string name = "name";
  EXPECT_EQ(written([&](JsonWriter& out) {
              out.begin_object().key(name).value(1).key("name").value(2).key(name).value(3).end_object();
            }),
            R"({"name":1,"name":2,"name":3})");
}

TEST(JsonWriter, WritesNumbersOfAllSizes) {
  EXPECT_EQ(written([](JsonWriter& out) {
              out.begin_list().value(std::numeric_limits<std::int64_t>::min());
              out.value(std::numeric_limits<std::int64_t>::max());
              out.value(std::numeric_limits<std::uint64_t>::max());
              out.value(std::uint8_t{65}).value(std::size_t{0}).value(static_cast<short>(-1)).end_list();
            }),
            "[-9223372036854775808,9223372036854775807,18446744073709551615,65,0,-1]");
}

TEST(JsonWriter, EscapesTextAsJsonWantsIt) {
  EXPECT_EQ(json_string(""), R"("")");
  EXPECT_EQ(json_string("plain ~ text"), R"("plain ~ text")");
  EXPECT_EQ(json_string("a\"b\\c\n\t\x01"), R"("a\"b\\c\n\t\u0001")");
  EXPECT_EQ(json_string("\x7f"), "\"\x7f\"");
  EXPECT_EQ(json_string("\u20ac"), "\"\u20ac\"");
  EXPECT_EQ(json_string(std::string_view("a\0b", 3)), R"("a\u0000b")");
}

TEST(JsonWriter, BytesThatAreNotUtf8BecomeReplacementCharacters) {
  EXPECT_EQ(json_string("a\xff"), "\"a\ufffd\"");
  EXPECT_EQ(dump(Json("\xff")), "\"\ufffd\"");
}

TEST(JsonWriter, WritesAnyTextAsNlohmannDoes) {
  std::mt19937 random(5);
  for (int round = 0; round < test_support::random_cases(500); ++round) {
    std::string text;
    for (std::size_t i = random() % 12; i > 0; --i) {
      text.push_back(static_cast<char>(random() % 256));
    }
    ASSERT_EQ(json_string(text), dump(Json(text)));
  }
}

/// Writes a random value, and returns it; objects have their keys in order.
Json write_random(JsonWriter& out, std::mt19937& random, int depth) {
  const auto count = random() % 4;
  switch (random() % (depth > 0 ? 7 : 5)) {
    case 0:
      out.null();
      return nullptr;
    case 1:
      out.value(count < 2);
      return count < 2;
    case 2: {
      const auto number = static_cast<std::int64_t>(random()) - 2'000'000'000;
      out.value(number);
      return number;
    }
    case 3: {
      const std::string text(count, static_cast<char>(random() % 128));
      out.value(text);
      return text;
    }
    case 4:
      out.pair(count, count + 1);
      return {count, count + 1};
    case 5: {
      Json list = Json::array();
      out.begin_list();
      for (unsigned i = 0; i < count; ++i) {
        list.push_back(write_random(out, random, depth - 1));
      }
      out.end_list();
      return list;
    }
    default: {
      Json object = Json::object();
      out.begin_object();
      for (unsigned i = 0; i < count; ++i) {
        const std::string key(1, static_cast<char>('a' + i));
        out.key(key);
        object[key] = write_random(out, random, depth - 1);
      }
      out.end_object();
      return object;
    }
  }
}

TEST(JsonWriter, WritesWhatNlohmannWritesForTheSameValue) {
  std::mt19937 random(6);
  std::string text;
  for (int round = 0; round < test_support::random_cases(500); ++round) {
    text.clear();
    JsonWriter out(text);
    const Json json = write_random(out, random, 4);
    ASSERT_EQ(text, json.dump());
  }
}

TEST(JsonWriter, AllocatesNothingOnceItsStringHasItsRoom) {
  std::string text;
  const auto write = [&text] {
    text.clear();
    JsonWriter out(text);
    out.begin_object().field("number", 123456789).key("row").plain(std::string(300, '.')).end_object();
    return text.capacity();
  };
  const std::size_t room = write();
  const char* const place = text.data();
  EXPECT_EQ(write(), room);
  EXPECT_EQ(text.data(), place);
}

TEST(MillisecondsText, HasUpToThreeDecimals) {
  EXPECT_EQ(milliseconds_text(34100), "34.1");
  EXPECT_EQ(milliseconds_text(812), "0.812");
  EXPECT_EQ(milliseconds_text(0), "0");
  EXPECT_EQ(milliseconds_text(1), "0.001");
  EXPECT_EQ(milliseconds_text(1010), "1.01");
  EXPECT_EQ(milliseconds_text(1'000'000), "1000");
  EXPECT_EQ(milliseconds_text(86'400'000'001), "86400000.001");
  EXPECT_EQ(milliseconds_text(std::numeric_limits<std::int64_t>::max()), "9223372036854775.807");
}

TEST(MillisecondsText, WorksBelowZero) {
  EXPECT_EQ(milliseconds_text(-1), "-0.001");
  EXPECT_EQ(milliseconds_text(-1500), "-1.5");
  EXPECT_EQ(milliseconds_text(-2000), "-2");
  EXPECT_EQ(milliseconds_text(std::numeric_limits<std::int64_t>::min()), "-9223372036854775.808");
}

TEST(MillisecondsText, IsAJsonNumberThatSaysTheMicroseconds) {
  std::mt19937_64 random(4);
  for (int round = 0; round < test_support::random_cases(500); ++round) {
    const auto us = static_cast<std::int64_t>(random() % 200'000'000'000) - 100'000'000'000;
    const std::string text = milliseconds_text(us);
    ASSERT_EQ(std::llround(Json::parse(text).get<double>() * 1000), us) << text;
  }
}

}  // namespace
}  // namespace protocol
