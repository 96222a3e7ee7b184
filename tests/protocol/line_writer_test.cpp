#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"
#include "tests/support/random_cases.h"

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
                .milliseconds("ms", 34100)
                .take(),
            R"({"z":"text","a":12,"m":-3,"big":18446744073709551615,"yes":true,"no":false,)"
            R"("j":{"a":null,"b":[1,2]},"r":0.5,"ms":34.1})");
}

TEST(LineWriter, AnObjectWithoutKeysIsEmpty) { EXPECT_EQ(LineWriter().take(), "{}"); }

TEST(LineWriter, BytesThatAreNotUtf8BecomeReplacementCharacters) {
  EXPECT_EQ(LineWriter().field("k", std::string_view("\xc3(")).take(), "{\"k\":\"\ufffd(\"}");
  EXPECT_EQ(LineWriter().json("k", Json("\xff")).take(), "{\"k\":\"\ufffd\"}");
}

TEST(LineWriter, ALineNeverHoldsANewline) {
  std::mt19937 random(3);
  for (int round = 0; round < test_support::random_cases(200); ++round) {
    std::string text;
    for (std::size_t i = random() % 12; i > 0; --i) {
      text.push_back(static_cast<char>(random() % 256));
    }
    const std::string line = LineWriter().field("k", text).take();
    ASSERT_EQ(line.find('\n'), std::string::npos);
    ASSERT_TRUE(Json::accept(line)) << line;
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
