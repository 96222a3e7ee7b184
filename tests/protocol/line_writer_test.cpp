#include "protocol/line_writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include <nlohmann/json.hpp>

namespace protocol {
namespace {

TEST(LineWriter, KeysStandInTheOrderOfTheCalls) {
  EXPECT_EQ(LineWriter()
                .field("z", "text")
                .field("a", 12)
                .field("m", std::int64_t{-3})
                .field("big", std::numeric_limits<std::uint64_t>::max())
                .field("yes", true)
                .field("no", false)
                .json("j", Json::parse(R"({"b":[1,2],"a":null})"))
                .raw("r", "0.5")
                .take(),
            R"({"z":"text","a":12,"m":-3,"big":18446744073709551615,"yes":true,"no":false,)"
            R"("j":{"a":null,"b":[1,2]},"r":0.5})");
}

TEST(LineWriter, AnObjectWithoutKeysIsEmpty) { EXPECT_EQ(LineWriter().take(), "{}"); }

TEST(LineWriter, TextIsEscapedAsJsonWantsIt) {
  EXPECT_EQ(json_string(""), R"("")");
  EXPECT_EQ(json_string("plain ~ text"), R"("plain ~ text")");
  EXPECT_EQ(json_string("a\"b\\c\n\t\x01"), R"("a\"b\\c\n\t\u0001")");
  EXPECT_EQ(json_string("\x7f"), "\"\x7f\"");
  EXPECT_EQ(json_string("\u20ac"), "\"\u20ac\"");
  EXPECT_EQ(json_string(std::string_view("a\0b", 3)), R"("a\u0000b")");
}

TEST(LineWriter, BytesThatAreNotUtf8BecomeReplacementCharacters) {
  EXPECT_EQ(json_string("a\xff"), "\"a\ufffd\"");
  EXPECT_EQ(LineWriter().field("k", std::string_view("\xc3(")).take(), "{\"k\":\"\ufffd(\"}");
  EXPECT_EQ(LineWriter().json("k", Json("\xff")).take(), "{\"k\":\"\ufffd\"}");
  EXPECT_EQ(dump(Json("\xff")), "\"\ufffd\"");
}

TEST(LineWriter, ALineNeverHoldsANewline) {
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::size_t i = random() % 12; i > 0; --i) {
      text.push_back(static_cast<char>(random() % 256));
    }
    const std::string line = LineWriter().field("k", text).take();
    ASSERT_EQ(line.find('\n'), std::string::npos);
    ASSERT_TRUE(Json::accept(line)) << line;
  }
}

TEST(MillisecondsText, HasUpToThreeDecimals) {
  EXPECT_EQ(milliseconds_text(34100), "34.1");
  EXPECT_EQ(milliseconds_text(812), "0.812");
  EXPECT_EQ(milliseconds_text(0), "0");
  EXPECT_EQ(milliseconds_text(1), "0.001");
  EXPECT_EQ(milliseconds_text(1010), "1.01");
  EXPECT_EQ(milliseconds_text(1'000'000), "1000");
  EXPECT_EQ(milliseconds_text(86'400'000'001), "86400000.001");
}

TEST(MillisecondsText, WorksBelowZero) {
  EXPECT_EQ(milliseconds_text(-1), "-0.001");
  EXPECT_EQ(milliseconds_text(-1500), "-1.5");
  EXPECT_EQ(milliseconds_text(-2000), "-2");
}

TEST(MillisecondsText, IsAJsonNumberThatSaysTheMicroseconds) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 5000; ++round) {
    const auto us = static_cast<std::int64_t>(random() % 200'000'000'000) - 100'000'000'000;
    const std::string text = milliseconds_text(us);
    ASSERT_EQ(std::llround(Json::parse(text).get<double>() * 1000), us) << text;
  }
}

TEST(Numbers, WholeScoresHaveNoFraction) {
  EXPECT_EQ(dump(numbers({2, 0, -1, 0.5, 1e15})), "[2,0,-1,0.5,1000000000000000]");
  EXPECT_EQ(dump(numbers({})), "[]");
  EXPECT_EQ(dump(numbers({1e300})), "[1e+300]");
}

TEST(Numbers, WhatIsNoNumberIsNull) {
  EXPECT_EQ(dump(numbers({std::nan(""), std::numeric_limits<double>::infinity()})), "[null,null]");
}

}  // namespace
}  // namespace protocol
