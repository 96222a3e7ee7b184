#include "protocol/plain_move.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <variant>

#include <nlohmann/json.hpp>

#include "tests/support/random_cases.h"

namespace protocol {
namespace {

/// Reads the message by the full reader: with an unknown field, which that ignores, a move is not plain.
FromBot read_fully(std::string line) {
  const std::size_t end = line.rfind('}');
  return read_line(line.replace(end, 1, R"(,"unknown":"\\"})"));
}

void expect_the_same(const std::string& line, const Move& plain) {
  const FromBot fully = read_fully(line);
  const auto* move = std::get_if<Move>(&fully);
  ASSERT_NE(move, nullptr) << line;
  EXPECT_EQ(plain.match, move->match) << line;
  EXPECT_EQ(plain.turn, move->turn) << line;
  EXPECT_EQ(plain.move, move->move) << line;
}

TEST(PlainMove, IsReadAsTheFullReaderReadsIt) {
  for (
      const std::string line : {
          R"({"type":"move","match":"r1t3g2","turn":12,"move":"forward"})",
          R"({"type": "move", "match": "r1t3g2", "turn": 12, "move": [[1, 2], [3, 4], null]})",
          R"({"turn":0,"move":{"a":{"b":[]}},"match":"m","type":"move"})",
          R"(  { "type" : "move" , "match" : "" , "turn" :   999999999999999999 , "move" : "},{" }  )",
          R"({"type":"move","match":"m","turn":1,"move":null})",
          R"({"type":"move","match":"m","turn":1,"move":-1.5e3})",
          R"({"type":"move","match":"m","turn":1,"move":  "left"  })",
          R"({"type":"move","match":"m","turn":1,"move":""})",
          R"({"type":"move","match":"m","turn":1,"move":[ "left" , [ 0 , 999999999999999999 ] , [ ] , [ [ "" ] ] ]})",
          R"({"type":"move","match":"m","turn":1,"move":[[1,-2],1000000000000000000,true]})",
      }) {
    const auto move = read_plain_move(line);
    ASSERT_TRUE(move.has_value()) << line;
    expect_the_same(line, *move);
  }
}

TEST(PlainMove, HasNumbersOfTheTypeThatTheFullReaderGives) {
  for (const std::string number :
       {"0", "7", "-7", "-0", "999999999999999999", "1000000000000000000", "1.0"}) {
    const auto move = read_plain_move(R"({"type":"move","match":"m","turn":1,"move":[)" + number + "]}");
    ASSERT_TRUE(move.has_value()) << number;
    EXPECT_EQ(move->move[0].type(), Json::parse(number).type()) << number;
  }
}

TEST(PlainMove, LeavesAllElseToTheFullReader) {
  for (const std::string line : {
           R"()",
           R"({})",
           R"({"type":"move"})",
           R"({"type":"hello","match":"m","turn":1,"move":1})",
           R"({"type":"move","match":"m","turn":1,"move":1,"more":1})",
           R"({"type":"move","match":"m","turn":1,"move":1,"move":2})",
           R"({"type":"move","match":"m","match":"n","turn":1,"move":2})",
           R"({"type":"move","match":"m","turn":01,"move":1})",
           R"({"type":"move","match":"m","turn":-1,"move":1})",
           R"({"type":"move","match":"m","turn":1.0,"move":1})",
           R"({"type":"move","match":"m","turn":"1","move":1})",
           R"({"type":"move","match":"m","turn":1000000000000000000,"move":1})",
           R"({"type":"move","match":"m","turn":1,"move":forward})",
           R"({"type":"move","match":"m","turn":1,"move":})",
           R"({"type":"move","match":"m","turn":1,"move":"})",
           R"({"type":"move","match":"m","turn":1,"move":"a" "b"})",
           R"({"type":"move","match":"m","turn":1,"move":"a"b""})",
           R"({"type":"move","match":"m","turn":1,"move":[})",
           R"({"type":"move","match":"m","turn":1,"move":]})",
           R"({"type":"move","match":"m","turn":1,"move":[1,]})",
           R"({"type":"move","match":"m","turn":1,"move":[,1]})",
           R"({"type":"move","match":"m","turn":1,"move":[1 2]})",
           R"({"type":"move","match":"m","turn":1,"move":[01]})",
           R"({"type":"move","match":"m","turn":1,"move":["a"1]})",
           R"({"type":"move","match":"m","turn":1,"move":1}})",
           R"({"type":"move","match":"m","turn":1,"move":1} {})",
           R"({"type":"move","match":"m","turn":1,"move":1,})",
           R"({"type":"move","match":"m","turn":1,"move":"\u0041"})",
           "{\"type\":\"move\",\"match\":\"m\",\"turn\":1,\"move\":\"\xff\"}",
           "{\"type\":\"move\",\"match\":\"m\",\"turn\":1,\t\"move\":1}",
           R"({"type":"move","match":7,"turn":1,"move":1})",
           R"({"type":"move","match":"m","turn":1,"move":[18446744073709551616]})",
           R"(["type","move"])",
       }) {
    EXPECT_FALSE(read_plain_move(line).has_value()) << line;
  }
}

TEST(PlainMove, KeepsTheLimits) {
  const auto nested = [](int depth) {
    return R"({"type":"move","match":"m","turn":1,"move":)" +
           std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']') + "}";
  };
  EXPECT_TRUE(read_plain_move(nested(kMaxDepth - 1)).has_value());
  EXPECT_FALSE(read_plain_move(nested(kMaxDepth)).has_value());
  const auto named = [](std::size_t size) {
    return R"({"type":"move","match":")" + std::string(size, 'm') + R"(","turn":1,"move":1})";
  };
  EXPECT_TRUE(read_plain_move(named(kMaxText)).has_value());
  EXPECT_FALSE(read_plain_move(named(kMaxText + 1)).has_value());
}

TEST(PlainMove, WhateverBecomesOfALineBothReadersAgree) {
  const std::string whole = R"({"type":"move","match":"r1","turn":12,"move":[[1,2],{"a":"b"},null,-3.5]})";
  const std::string alphabet = R"({}[]",:\ 019-.eatrufalsn)";
  std::mt19937_64 rng(1);
  int read = 0;
  const int cases = test_support::random_cases(10'000);
  for (int i = 0; i < cases; ++i) {
    std::string line = whole;
    for (auto changes = 1 + rng() % 3; changes > 0; --changes) {
      const std::size_t at = rng() % line.size();
      switch (rng() % 3) {
        case 0:
          line[at] = alphabet[rng() % alphabet.size()];
          break;
        case 1:
          line.erase(at, 1);
          break;
        default:
          line.insert(at, 1, alphabet[rng() % alphabet.size()]);
      }
    }
    if (const auto move = read_plain_move(line)) {
      ++read;
      expect_the_same(line, *move);
    }
  }
  EXPECT_GT(read, cases / 100) << "too few of them were moves at all";
}

}  // namespace
}  // namespace protocol
