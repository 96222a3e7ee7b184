#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "referee/match/match.h"
#include "tests/support/hidden_numbers.h"
#include "tests/support/match_table.h"

// A game of hidden information: each seat gets its own views, without what the other seat hides.

namespace referee {
namespace {

using test_support::kHiddenNumbers;
using test_support::lines;
using test_support::MatchTable;
using test_support::move_line;
using test_support::Peer;

/// Answers turn i with the i-th move.
MatchTable::Script answering(std::vector<Json> moves) {
  return [moves = std::move(moves)](Peer& peer, const Json& message) {
    if (message["type"] == "turn") {
      peer.send(move_line(message, moves.at(message["turn"].get<std::size_t>())));
    }
  };
}

/// The lines before `end`, without the times: those differ from run to run.
std::string told(const std::vector<Json>& messages) {
  std::string text;
  for (Json message : messages) {
    if (message["type"] == "end") {
      break;
    }
    if (message["type"] == "turn") {
      message.erase("clock");
      if (message.contains("last")) {
        message["last"] = message["last"]["verdict"];
      }
    }
    text += message.dump() + "\n";
  }
  return text;
}

std::vector<Json> views(const std::vector<Json>& messages) {
  std::vector<Json> all;
  for (const Json& message : messages) {
    all.push_back(message.at("view"));
  }
  return all;
}

constexpr int kOwn = 4;
constexpr int kHits = 6;

/// All that the referee sends seat 0 while seat 1 hides `number`. Seat 0 never guesses `number`, and once
/// repeats a guess, which is illegal; seat 1 guesses right once.
std::string told_to_seat_0(int number) {
  MatchTable table(kHiddenNumbers, {{"turns", 4}});
  table.seat(answering({kOwn, 1, 1, 2}));
  table.seat(answering({number, 0, kOwn, 3}));
  table.play();
  EXPECT_EQ(table.received(0, "turn").size(), 4U);
  EXPECT_EQ(table.received(0, "error").size(), 1U);
  EXPECT_EQ(table.record().back()["result"]["scores"], Json({0, 1}));
  return told(table.received(0));
}

TEST(HiddenViews, NoLineToASeatDependsOnWhatTheOtherHides) {
  EXPECT_EQ(told_to_seat_0(7), told_to_seat_0(8));
}

TEST(HiddenViews, EachSeatIsAskedWithItsOwnView) {
  MatchTable table(kHiddenNumbers, {{"turns", 2}});
  table.seat(answering({kOwn, 1}));
  table.seat(answering({kHits, 2}));
  table.play();
  EXPECT_EQ(views(table.received(0, "turn"))[1], Json::parse(R"({"guesses":[[],[]],"numbers":[4,null]})"));
  EXPECT_EQ(views(table.received(1, "turn"))[1], Json::parse(R"({"guesses":[[],[]],"numbers":[null,6]})"));
}

TEST(HiddenViews, TheRecordEndsWithTheViewOfEverybody) {
  MatchTable table(kHiddenNumbers, {{"turns", 2}});
  table.seat(answering({kOwn, 1}));
  table.seat(answering({kHits, 2}));
  table.play();
  EXPECT_EQ(table.record().back()["view"], Json::parse(R"({"guesses":[[1],[2]],"numbers":[4,6]})"));
}

/// What the referee sends seat 0, which reconnects in turn 3 and resumes, while seat 1 hides `number`.
std::vector<Json> told_after_reconnecting(int number) {
  MatchTable table(kHiddenNumbers, {{"turns", 4}});
  table.seat([](Peer& peer, const Json& message) {
    if (message["type"] != "turn") {
      return;
    }
    if (message["turn"] == 3) {
      peer.close();
    } else {
      peer.send(move_line(message, kOwn - message["turn"].get<int>()));
    }
  });
  table.seat(answering({number, 0, 1, 2}));
  table.play_until([&] { return !table.player(0).connected(); });
  const auto before = static_cast<std::ptrdiff_t>(table.received(0).size());
  table.reconnect(0, test_support::always(9), true);
  table.play();
  return {table.received(0).begin() + before, table.received(0).end()};
}

TEST(HiddenViews, ABotThatComesBackGetsThePastAsItsSeatSawIt) {
  const std::vector<Json> messages = told_after_reconnecting(7);
  ASSERT_GE(messages.size(), 5U);
  EXPECT_EQ(messages[1], Json::parse(R"({"type":"past","match":"m1","turn":0,
                                         "view":{"guesses":[[],[]],"numbers":[null,null]}})"));
  EXPECT_EQ(messages[3], Json::parse(R"({"type":"past","match":"m1","turn":2,
                                         "view":{"guesses":[[3],[0]],"numbers":[4,null]}})"));
  EXPECT_EQ(messages[4]["view"], Json::parse(R"({"guesses":[[3,2],[0,1]],"numbers":[4,null]})"));
  EXPECT_EQ(told(messages), told(told_after_reconnecting(8)));
}

}  // namespace
}  // namespace referee
