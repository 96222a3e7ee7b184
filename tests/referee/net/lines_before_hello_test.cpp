#include "referee/net/lines_before_hello.h"

#include <gtest/gtest.h>

#include <string>

namespace referee {
namespace {

TEST(LinesBeforeHello, OfSilenceThereIsNothingToSay) {
  EXPECT_EQ(LinesBeforeHello().complaint(), "");
  EXPECT_EQ(LinesBeforeHello().complaint(R"({"type":"hello","protocol":1})"),
            R"('{"type":"hello","protocol":1}' came without a line end: a message ends with \n)");
}

TEST(LinesBeforeHello, OneLineIsExplained) {
  LinesBeforeHello lines;
  EXPECT_FALSE(lines.add("Welcome!"));
  EXPECT_EQ(lines.complaint(), "not JSON: 'Welcome!'. stdout carries the protocol; print to stderr");
}

TEST(LinesBeforeHello, AHelloThatIsNotValidIsExplained) {
  LinesBeforeHello lines;
  EXPECT_FALSE(lines.add(R"({"type":"hello"})"));
  EXPECT_EQ(lines.complaint(), "hello.protocol: missing, expected an integer from -2147483648 to 2147483647");
}

TEST(LinesBeforeHello, OtherMessagesAreNamed) {
  LinesBeforeHello lines;
  EXPECT_FALSE(lines.add(R"({"type":"greeting"})"));
  EXPECT_EQ(lines.complaint(), "type 'greeting' is not known");
  LinesBeforeHello moves;
  EXPECT_FALSE(moves.add(R"({"type":"move","match":"m","turn":0,"move":1})"));
  EXPECT_FALSE(moves.add("x"));
  EXPECT_EQ(moves.complaint(), "2 other lines came, the first: a move before hello");
}

TEST(LinesBeforeHello, APrettyPrintedHelloIsRecognised) {
  for (const std::string end : {"", "\r", "  "}) {
    LinesBeforeHello lines;
    lines.add("loading {");
    EXPECT_FALSE(lines.add("{" + end));
    EXPECT_FALSE(lines.add("  \"type\": \"hello\"," + end));
    EXPECT_FALSE(lines.add("  \"protocol\": 1" + end));
    EXPECT_TRUE(lines.add("}" + end));
    EXPECT_EQ(lines.complaint(),
              "it is spread over 4 lines: a message is one line, so do not pretty-print it");
  }
}

TEST(LinesBeforeHello, OtherObjectsOfSeveralLinesAreNoHello) {
  LinesBeforeHello lines;
  for (const char* line : {"{", "\"a\": 1", "}", "}", "{", "\"type\":\"hello\"", "}"}) {
    EXPECT_FALSE(lines.add(line)) << line;
  }
  EXPECT_TRUE(
      lines.complaint().starts_with("7 other lines came, the first: not JSON: '{' (the line ends before"))
      << lines.complaint();
}

TEST(LinesBeforeHello, LongLinesTakeNoMemory) {
  LinesBeforeHello lines;
  lines.add("{");
  for (int i = 0; i < 1000; ++i) {
    EXPECT_FALSE(lines.add(std::string(60'000, ' ')));
  }
  EXPECT_LT(lines.complaint().size(), 300U);
}

}  // namespace
}  // namespace referee
