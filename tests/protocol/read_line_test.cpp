#include <gtest/gtest.h>

#include <random>
#include <string>

#include "protocol/messages.h"
#include "tests/support/random_cases.h"

namespace protocol {
namespace {

template <class Message>
Message read_as(std::string_view line) {
  FromBot message = read_line(line);
  EXPECT_TRUE(std::holds_alternative<Message>(message)) << line;
  const auto* found = std::get_if<Message>(&message);
  return found != nullptr ? *found : Message{};
}

/// The error message to the author of `line`.
std::string complaint(std::string_view line) { return read_as<BadMessage>(line).why; }

TEST(ReadLine, HelloNeedsTypeAndProtocolOnly) {
  // "launched bots: type and protocol are enough"
  const auto hello = read_as<Hello>(R"({"type":"hello","protocol":1})");
  EXPECT_EQ(hello.protocol, 1);
  EXPECT_EQ(hello.name, "");
  EXPECT_EQ(hello.token, "");
  EXPECT_FALSE(hello.resume);
  EXPECT_EQ(hello.role, "bot");
  EXPECT_TRUE(hello.features.empty());
}

TEST(ReadLine, HelloIsReadWhole) {
  const auto hello = read_as<Hello>(
      R"({"protocol":3,"name":"alice","token":"t","resume":true,"role":"r","features":["x"],"type":"hello"})");
  EXPECT_EQ(hello.protocol, 3);
  EXPECT_EQ(hello.name, "alice");
  EXPECT_EQ(hello.token, "t");
  EXPECT_TRUE(hello.resume);
  EXPECT_EQ(hello.role, "r");
  EXPECT_EQ(hello.features, std::vector<std::string>{"x"});
}

TEST(ReadLine, MoveKeepsAnyJsonAsTheMove) {
  const auto move = read_as<Move>(R"({"type":"move","match":"r1t3g2","turn":12,"move":{"a":[null]}})");
  EXPECT_EQ(move.match, "r1t3g2");
  EXPECT_EQ(move.turn, 12);
  EXPECT_EQ(move.move, Json::parse(R"({"a":[null]})"));
  EXPECT_TRUE(read_as<Move>(R"({"type":"move","match":"m","turn":0,"move":null})").move.is_null());
}

TEST(ReadLine, UnknownFieldsAreIgnored) {
  // "Both sides ignore unknown fields"
  EXPECT_EQ(read_as<Move>(R"({"type":"move","match":"m","turn":1,"move":1,"debug":[1,2]})").turn, 1);
  EXPECT_EQ(read_as<Hello>(R"({"type":"hello","protocol":1,"os":"plan9"})").protocol, 1);
}

TEST(ReadLine, AnUnknownTypeIsNotMalformed) {
  EXPECT_EQ(read_as<UnknownType>(R"({"type":"dance"})").type, "dance");
  EXPECT_EQ(read_as<UnknownType>(R"({"type":""})").type, "");
}

TEST(ReadLine, AMoveOfTheWrongShapeIsNamedByItsField) {
  EXPECT_EQ(complaint(R"({"type":"move","turn":1,"move":1})"),
            "move.match: missing, expected a string of at most 1024 bytes");
  EXPECT_EQ(complaint(R"({"type":"move","match":7,"turn":1,"move":1})"),
            "move.match: got 7, expected a string of at most 1024 bytes");
  EXPECT_EQ(complaint(R"({"type":"move","match":"m","move":1})"),
            "move.turn: missing, expected an integer of at least 0");
  for (const char* turn : {"-1", "1.0", "true", "\"1\"", "null", "9223372036854775808"}) {
    EXPECT_EQ(complaint(std::string(R"({"type":"move","match":"m","move":1,"turn":)") + turn + "}"),
              std::string("move.turn: got ") + turn + ", expected an integer of at least 0" +
                  (std::string_view(turn) == "1.0" ? ": 3, not 3.0" : ""));
  }
  EXPECT_EQ(complaint(R"({"type":"move","match":"m","turn":1})"), "move.move: missing, expected a value");
}

TEST(ReadLine, AMoveWithAnIntegerThatWouldBecomeAnotherOneIsNamed) {
  const std::string head = R"({"type":"move","match":"m","turn":1,"move":)";
  const auto bad = read_as<BadMessage>(head + "[3,18446744073709551616]}");
  EXPECT_EQ(
      bad.why,
      "move.move[1]: got 18446744073709551616, expected an integer from -2^63 to 2^64-1: write a larger "
      "one as a text");
  EXPECT_TRUE(bad.json);
  EXPECT_EQ(read_as<Move>(head + "18446744073709551615}").move, 18446744073709551615U);
  EXPECT_EQ(read_as<Move>(head + "1,\"debug\":18446744073709551616}").move, 1)
      << "unknown fields are ignored";
}

TEST(ReadLine, AHelloOfTheWrongShapeIsNamedByItsField) {
  const auto with = [](const std::string& field) {
    return complaint(R"({"type":"hello","protocol":1,)" + field + "}");
  };
  EXPECT_EQ(complaint(R"({"type":"hello"})"),
            "hello.protocol: missing, expected an integer from -2147483648 to 2147483647");
  EXPECT_EQ(complaint(R"({"type":"hello","protocol":"1"})"),
            "hello.protocol: got \"1\", expected an integer from -2147483648 to 2147483647");
  EXPECT_EQ(with(R"("name":1)"), "hello.name: got 1, expected a string of at most 1024 bytes");
  EXPECT_EQ(with(R"("token":[])"), "hello.token: got [], expected a string of at most 1024 bytes");
  EXPECT_EQ(with(R"("resume":1)"), "hello.resume: got 1, expected true or false");
  EXPECT_EQ(with(R"("role":null)"), "hello.role: got null, expected a string of at most 1024 bytes");
  EXPECT_EQ(with(R"("features":"x")"), "hello.features: got \"x\", expected a list of at most 64 strings");
  EXPECT_EQ(with(R"("features":[1])"), "hello.features: got [1], expected a list of strings");
  std::string many = "\"\"";
  for (int i = 0; i < 64; ++i) {
    many += ",\"\"";
  }
  EXPECT_TRUE(with(R"("features":[)" + many + "]").ends_with("expected a list of at most 64 strings"));
}

TEST(ReadLine, WhatIsNoObjectOrHasNoTypeIsToldSo) {
  EXPECT_EQ(complaint("[1,2]"), "got [1,2], expected a JSON object with a \"type\"");
  EXPECT_EQ(complaint("3"), "got 3, expected a JSON object with a \"type\"");
  EXPECT_EQ(complaint("{}"), "a message without \"type\": expected \"hello\" or \"move\"");
  EXPECT_EQ(complaint(R"({"type":1})"), "a message without \"type\": expected \"hello\" or \"move\"");
  EXPECT_EQ(complaint(R"({"move":"forward"})"), "a message without \"type\": expected \"hello\" or \"move\"");
}

TEST(ReadLine, ABadMessageKeepsItsJsonWhereItIsJson) {
  EXPECT_EQ(read_as<BadMessage>("debug").json, std::nullopt);
  EXPECT_EQ(read_as<BadMessage>("").json, std::nullopt);
  EXPECT_EQ(read_as<BadMessage>(R"({"type":1})").json, Json::parse(R"({"type":1})"));
}

TEST(ReadLine, WhatIsWrittenIsReadBack) {
  const auto move = read_as<Move>(line_of(Move{"m", 3, Json::parse(R"(["x",{"y":1}])")}));
  EXPECT_EQ(move.match, "m");
  EXPECT_EQ(move.turn, 3);
  EXPECT_EQ(move.move, Json::parse(R"(["x",{"y":1}])"));
  Hello hello;
  hello.name = "a";
  hello.features = {"f"};
  const auto again = read_as<Hello>(line_of(hello));
  EXPECT_EQ(again.name, "a");
  EXPECT_EQ(again.features, hello.features);
}

TEST(ReadLine, JunkNeverThrowsAndWhatIsSaidIsAlwaysUtf8) {
  std::mt19937 random(5);
  const std::string good = R"({"type":"hello","protocol":1,"name":"alice","features":["a"],"resume":true})";
  for (int round = 0; round < test_support::random_cases(2000); ++round) {
    std::string line = good;
    for (std::size_t i = 1 + random() % 4; i > 0; --i) {
      line[random() % line.size()] = static_cast<char>(random() % 256);
    }
    const FromBot message = read_line(line);
    if (const auto* bad = std::get_if<BadMessage>(&message)) {
      ASSERT_NO_THROW((void)Json(bad->why).dump()) << round;
    }
  }
}

}  // namespace
}  // namespace protocol
