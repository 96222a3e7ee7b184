#include "protocol/numbers.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace protocol {
namespace {

using nlohmann::json;

/// "path: number" of the first integer that is too wide; "" if there is none.
std::string wide(const std::string& text, std::string_view key = {}) {
  const auto error = wide_integer(text, "answer", key);
  return error ? error->path + ": " + error->got : "";
}

TEST(WideInteger, IsOneThat64BitsDoNotHold) {
  for (const char* const number :
       {"18446744073709551616", "-9223372036854775809", "100000000000000000000", "36893488147419103232"}) {
    EXPECT_EQ(wide(number), std::string("answer: ") + number);
    EXPECT_TRUE(json::parse(number).is_number_float()) << "the reader changes it: " << number;
  }
  for (const char* const number :
       {"18446744073709551615", "-9223372036854775808", "9223372036854775808", "0"}) {
    EXPECT_EQ(wide(number), "");
    EXPECT_EQ(json::parse(number).dump(), number) << "the reader keeps it";
  }
}

TEST(WideInteger, IsNoNumberWithAFractionOrAnExponent) {
  for (const char* const number :
       {"18446744073709551616.0", "18446744073709551616e0", "1e300", "-1E+25", "0.12345678901234567890123"}) {
    EXPECT_EQ(wide(number), "") << number;
  }
}

TEST(WideInteger, IsNamedByItsPlace) {
  const std::string number = "147573952589676412928";
  EXPECT_EQ(wide("{\"id\":1,\"view\":{\"a\":[[],{\"b\":2}],\"squares\":[1,[2]," + number + "]}}"),
            "answer.view.squares[2]: " + number);
  EXPECT_EQ(wide("[[1,2],[3," + number + "]]"), "answer[1][1]: " + number);
  EXPECT_EQ(wide(R"({"a": )" + number + R"(, "b": )" + number + "1}", "b"), "answer.b: " + number + "1");
  EXPECT_EQ(wide(R"({"a": {"b": )" + number + "}}", "b"), "") << "another key of that name";
}

TEST(WideInteger, InATextIsATextOfDigits) {
  EXPECT_EQ(wide(R"({"a":"147573952589676412928","b\"147573952589676412928":"\\"})"), "");
}

TEST(WideInteger, AnyTextMayBeAsked) {
  const std::string digits(30, '7');
  const std::vector<std::string> texts{
      "\"", "\"\\", "]" + digits, ":" + digits, "}},\"" + digits, digits + "\"", "-", "{\"" + digits + "\":"};
  for (const std::string& text : texts) {
    EXPECT_NO_THROW((void)wide(text)) << text;
  }
}

TEST(AsScore, IsAFiniteNumberThatADoubleHolds) {
  EXPECT_EQ(as_score(json(3)), 3.0);
  EXPECT_EQ(as_score(json(-3)), -3.0);
  EXPECT_EQ(as_score(json(0.1)), 0.1);
  for (const char* const number :
       {"9007199254740992", "-9007199254740992", "-9223372036854775808", "9223372036854775808"}) {
    EXPECT_EQ(as_score(json::parse(number)), std::stod(number)) << number;
  }
  for (const char* const number : {"9007199254740993", "-9007199254740993", "9223372036854775807",
                                   "18446744073709551615", "\"1\"", "null", "true", "[1]"}) {
    EXPECT_EQ(as_score(json::parse(number)), std::nullopt) << number;
  }
}

}  // namespace
}  // namespace protocol
