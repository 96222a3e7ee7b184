#include "referee/base/strict_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"
#include "tests/support/complaint.h"

namespace referee {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
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

TEST(StrictJson, WhatAProgramWroteHasNoComments) {
  EXPECT_THAT(refusal_of_json("{} // end"), StartsWith("x.json: not JSON: line 1, column 4: "));
}

std::string refusal_of_commented(std::string_view text) {
  return test_support::complaint<std::exception>([&] { (void)parse_commented(text, "x.json"); });
}

TEST(CommentedJson, CommentsArePassedOver) {
  const char* const text = "// one {[\"\n{ /* two\n \" */ \"a\": // three\n \"// text /* \" } // four";
  EXPECT_EQ(parse_commented(text, "x.json"), nlohmann::json({{"a", "// text /* "}}));
}

TEST(CommentedJson, MessagesCountTheLinesOfComments) {
  EXPECT_THAT(refusal_of_commented("// one\n/* two\n three */ tru"),
              StartsWith("x.json: not JSON: line 3, column 14: "));
  EXPECT_THAT(refusal_of_commented("{} /* open"), StartsWith("x.json: not JSON: line 1, column 11: "));
  EXPECT_EQ(refusal_of_commented("{\"a\":1, // first\n \"a\":1}"),
            "x.json: a: got a second value, expected each key once");
}

TEST(CommentedJson, BracketsInCommentsAreNoNesting) {
  EXPECT_EQ(refusal_of_commented("// " + std::string(40, '[') + "\n[]"), "accepted");
  EXPECT_EQ(refusal_of_commented("// \"\n" + std::string(33, '[') + "// \"\n" + std::string(33, ']')),
            "x.json: nested 33 deep, expected at most 32");
}

TEST(CommentedJson, ACommaTooManyOrTooFewIsNamed) {
  EXPECT_THAT(refusal_of_commented(R"({"a": 1,})"), EndsWith("; remove the comma before it"));
  EXPECT_THAT(refusal_of_commented(R"([1, 2, ])"), EndsWith("; remove the comma before it"));
  EXPECT_THAT(refusal_of_commented(R"({"a": 1 "b": 2})"), EndsWith("; is a comma missing before it?"));
  EXPECT_THAT(refusal_of_commented(R"([1 2])"), EndsWith("; is a comma missing before it?"));
  EXPECT_THAT(refusal_of_commented(R"([1,, 2])"), EndsWith("; is there a comma too many?"));
  EXPECT_THAT(refusal_of_commented(R"({"game": 'walls'})"), HasSubstr("double quotes"));
  EXPECT_THAT(refusal_of_commented(R"({"game": "walls")"), HasSubstr("closing bracket"));
  EXPECT_THAT(refusal_of_commented(""), EndsWith("; the file is empty"));
  EXPECT_THAT(refusal_of_commented(R"({"a": nul})"), Not(HasSubstr("comma")));
}

}  // namespace
}  // namespace referee
