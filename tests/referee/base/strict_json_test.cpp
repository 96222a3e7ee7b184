#include "referee/base/strict_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

using testing::StartsWith;

std::string refusal_of_json(std::string_view text) {
  return test_support::complaint<std::exception>([&] { (void)parse_strict(text, "x.json"); });
}

TEST(StrictJson, IsJson) {
  const char* const text = R"( {"a":[1,{"b":null},[]],"c":{"a":"a"},"d":{}} )";
  EXPECT_EQ(parse_strict(text, "x.json"), nlohmann::json::parse(text));
}

TEST(StrictJson, SyntaxErrorsAreNamedByLineAndColumn) {
  EXPECT_THAT(refusal_of_json("{\n \"a\": tru}"),
              StartsWith("x.json: not JSON: line 2, column 10: syntax error"));
  EXPECT_THAT(refusal_of_json("{} {}"), StartsWith("x.json: not JSON: line 1, column 4: "));
  EXPECT_THAT(refusal_of_json("{\"a\":\"\x1b\"}"), StartsWith("x.json: not JSON: line 1, column 7: "));
}

TEST(StrictJson, AKeyThatStandsTwiceIsRefusedAtAnyDepth) {
  EXPECT_EQ(refusal_of_json(R"({"a":1,"a":1})"), "x.json: a: got a second value, expected each key once");
  EXPECT_EQ(refusal_of_json(R"({"a":[[],{},1,{"b":{"c":1,"d":{},"c":2}}]})"),
            "x.json: a[3].b.c: got a second value, expected each key once");
  EXPECT_EQ(refusal_of_json(R"({"a":1,"\u0061":1})"),
            "x.json: a: got a second value, expected each key once");
  EXPECT_EQ(refusal_of_json(R"([{"a":1},{"a":1},{"A":1,"a":{"a":1}}])"), "accepted");
}

TEST(StrictJson, NestingIsBounded) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_EQ(refusal_of_json(nested(32)), "accepted");
  EXPECT_EQ(refusal_of_json(nested(33)), "x.json: nested 33 deep, expected at most 32");
}

}  // namespace
}  // namespace referee
