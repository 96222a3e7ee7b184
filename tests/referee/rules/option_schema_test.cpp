#include "referee/rules/option_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/complaint.h"

namespace referee::rules {
namespace {

using testing::HasSubstr;

std::string refused_schema(const std::string& schema) {
  return test_support::complaint<fields::Exception>([&] {
    (void)OptionSchema::read({{"x", Json::parse(schema)}}, "options");
  });
}

/// What is said of `value` for an option of that schema; "accepted" if it is valid.
std::string refused_value(const std::string& schema, const std::string& value) {
  const auto options = OptionSchema::read({{"x", Json::parse(schema)}}, "options");
  return test_support::complaint<fields::Exception>([&] {
    (void)options.complete({{"x", Json::parse(value)}});
  });
}

TEST(OptionSchema, GivesMissingOptionsTheirDefaults) {
  const auto schema = OptionSchema::read(
      Json::parse(R"({"a": {"type": "integer", "default": 3}, "b": {"default": [1]}})"), "options");
  EXPECT_EQ(schema.complete(Json::object()), Json::parse(R"({"a": 3, "b": [1]})"));
  EXPECT_EQ(schema.complete({{"a", 5}}), Json::parse(R"({"a": 5, "b": [1]})"));
}

TEST(OptionSchema, TellsTheExtremesThatDifferFromTheDefaults) {
  const auto schema =
      OptionSchema::read(Json::parse(R"({"n": {"type": "integer", "minimum": 1, "maximum": 9, "default": 1},
                      "shape": {"enum": ["a", "b"], "default": "b"},
                      "on": {"type": "boolean", "default": false}, "free": {"type": "string", "default": ""}})"),
                         "options");
  const auto options = [](int n, const char* shape, bool on) {
    return Json{{"n", n}, {"shape", shape}, {"on", on}, {"free", ""}};
  };
  EXPECT_THAT(schema.extremes(), testing::UnorderedElementsAre(options(9, "b", false), options(1, "a", false),
                                                               options(1, "b", true), options(9, "b", true)))
      << "all at their least is the second one again";
}

TEST(OptionSchema, NamesTheOptionThatWasMeant) {
  const auto schema = OptionSchema::read(Json::parse(R"({"size": {"default": 3}})"), "options");
  EXPECT_THAT(test_support::complaint<fields::Exception>([&] {
                (void)schema.complete({{"siez", 3}});
              }),
              testing::AllOf(HasSubstr("options.siez"), HasSubstr("did you mean 'size'?")));
}

TEST(OptionSchema, HoldsValuesAgainstEachKeyword) {
  struct Case {
    const char* schema;
    const char* good;
    const char* bad;
    const char* says;
  };
  const Case cases[] = {
      {R"({"type": "integer", "minimum": 3, "maximum": 9, "default": 3})", "9", "10",
       "an integer from 3 to 9"},
      {R"({"type": "integer", "default": 3})", "-1", "2.0", "an integer"},
      {R"({"type": "number", "minimum": 0.5, "default": 1})", "0.5", "0.25", "a number of at least 0.5"},
      {R"({"type": "boolean", "default": true})", "false", "0", "true or false"},
      {R"({"enum": ["a", "b"], "default": "a"})", "\"b\"", "\"c\"", R"(one of ["a","b"])"},
      {R"({"type": "string", "minLength": 1, "maxLength": 3, "default": "a"})", "\"äöü\"", "\"abcd\"",
       "a text of 1 to 3 characters"},
      {R"({"type": "string", "pattern": "^[a-c]+$", "default": "a"})", "\"abc\"", "\"abd\"",
       "matches ^[a-c]+$"},
      {R"({"type": "array", "items": {"type": "integer"}, "default": []})", "[1, 2]", "[1, \"b\"]",
       "options.x[1]: got \"b\", expected an integer"},
      {R"({"type": "array", "minItems": 1, "maxItems": 2, "default": [1]})", "[1, 2]", "[1, 2, 3]",
       "a list of 1 to 2 values"},
      {R"({"type": "array", "minItems": 2, "default": [1, 2]})", "[1, 2, 3]", "[1]",
       "a list of at least 2 values"},
      {R"({"type": ["integer", "null"], "default": null})", "4", "\"4\"", "an integer or null"},
      {R"({"type": "object", "default": {}})", "{\"a\": 1}", "[]", "an object"},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(refused_value(one.schema, one.good), "accepted") << one.schema;
    EXPECT_THAT(refused_value(one.schema, one.bad), HasSubstr(one.says)) << one.schema;
    EXPECT_THAT(refused_value(one.schema, one.bad), HasSubstr("options.x")) << one.schema;
  }
}

TEST(OptionSchema, RefusesASchemaThatIsWrong) {
  EXPECT_THAT(refused_schema(R"({"type": "integer"})"), HasSubstr("options.x.default: missing"));
  EXPECT_THAT(refused_schema(R"({"type": "int", "default": 1})"), HasSubstr("options.x.type"));
  EXPECT_THAT(refused_schema(R"({"minimun": 1, "default": 1})"), HasSubstr("options.x.minimun"));
  EXPECT_THAT(refused_schema(R"({"maximum": "9", "default": 1})"), HasSubstr("options.x.maximum"));
  EXPECT_THAT(refused_schema(R"({"pattern": "(", "default": "a"})"), HasSubstr("options.x.pattern"));
  EXPECT_THAT(refused_schema(R"({"type": "integer", "maximum": 2, "default": 3})"),
              HasSubstr("options.x.default: got 3, expected an integer of at most 2"));
  EXPECT_THAT(refused_schema(R"({"items": {"type": 3}, "default": []})"), HasSubstr("options.x.items.type"));
  EXPECT_THAT(refused_schema(R"({"enum": [], "default": 1})"), HasSubstr("options.x.enum: got []"));
  EXPECT_THAT(refused_schema(R"({"pattern": 4, "default": "a"})"), HasSubstr("options.x.pattern: got 4"));
}

TEST(OptionSchema, RefusesOptionsThatAreTooManyOrHaveNoName) {
  const auto refused = [](const Json& options) {
    return test_support::complaint<fields::Exception>([&] { (void)OptionSchema::read(options, "options"); });
  };
  const Json one{{"default", 1}};
  Json many = Json::object();
  for (int i = 0; i < 101; ++i) {
    many["option" + std::to_string(i)] = one;
  }
  EXPECT_THAT(refused(many), HasSubstr("at most 100 options"));
  EXPECT_THAT(refused(Json::array()), HasSubstr("options: got []"));
  EXPECT_THAT(refused({{"", one}}), HasSubstr("a name of 1 to 64 bytes"));
  EXPECT_THAT(refused({{std::string(65, 'x'), one}}), HasSubstr("a name of 1 to 64 bytes"));
}

TEST(OptionSchema, APatternCannotStopTheReferee) {
  // 2^60 ways for an executor that tries them one after the other.
  EXPECT_THAT(refused_value(R"({"type": "string", "pattern": "^(a+)+$", "default": "a"})",
                            "\"" + std::string(60, 'a') + "b\""),
              HasSubstr("matches"));
}

}  // namespace
}  // namespace referee::rules
