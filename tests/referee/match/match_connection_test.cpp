#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "protocol/ended.h"
#include "protocol/require.h"
#include "referee/match/match.h"
#include "tests/support/match_table.h"
#include "tests/support/sums.h"

namespace referee {
namespace {

using test_support::always;
using test_support::kSums;
using test_support::MatchTable;
using test_support::move_line;
using test_support::one_seat;
using test_support::Peer;
using test_support::silent;
using testing::ElementsAre;

/// Answers until `turn`, then closes.
MatchTable::Script closing_at(int turn) {
  return [turn](Peer& peer, const Json& message) {
    if (message["type"] != "turn") {
      return;
    }
    if (message["turn"] == turn) {
      peer.close();
    } else {
      peer.send(move_line(message, 1));
    }
  };
}

/// Types of messages, and their turns where they have one: "turn 3".
std::vector<std::string> outline(const std::vector<Json>& messages) {
  std::vector<std::string> words;
  for (const Json& message : messages) {
    std::string word = message["type"];
    if (message.contains("turn")) {
      word.append(" ").append(message["turn"].dump());
    }
    words.push_back(word);
  }
  return words;
}

/// Fails when it is read for the second time, with a fault of ours.
class BrokenMeter final : public CpuMeter {
 public:
  const char* source() const override { return "process_clock"; }
  Microseconds used() override {
    REQUIRE(read_++ == 0);
    return Microseconds{0};
  }

 private:
  int read_ = 0;
};

TEST(MatchConnection, AFaultOfOursWhileAConnectionEndsVoidsTheMatchAndCostsNoBot) {
  MatchTable table(kSums, one_seat(3));
  table.set_clock(R"({"kind":"per_move","ms":10000,"measure":"cpu"})");
  table.seat(closing_at(0), MatchTable::Origin::launched);
  table.player(0).set_cpu_meter(std::make_shared<BrokenMeter>());
  const MatchResult& result = table.play();
  EXPECT_TRUE(result.is_void);
  EXPECT_THAT(result.why, testing::HasSubstr("match_connection_test.cpp:"));
  EXPECT_THAT(table.record().back().value("why", ""), testing::HasSubstr("a fault of the referee"));
}

TEST(MatchConnection, ALaunchedBotThatIsGoneStaysGoneAndNobodyWaitsForIt) {
  MatchTable table(kSums, {{"turns", 3}});
  table.seat(closing_at(1), MatchTable::Origin::launched);
  table.seat(always(2), MatchTable::Origin::launched);
  const MatchResult& result = table.play();
  EXPECT_THAT(result.scores, ElementsAre(1, 6));
  for (const std::size_t turn : {1U, 2U}) {
    EXPECT_EQ(table.answer(turn, 0)["verdict"], "disconnected");
    EXPECT_EQ(table.answer(turn, 0)["fault"], "the connection is closed");
  }
}

TEST(MatchConnection, ADialledBotThatIsGoneIsDisconnectedAtTheDeadline) {
  // `disconnected`: no connection when the turn ended
  MatchTable table(kSums, one_seat(50));
  table.set_clock(R"({"kind":"per_move","ms":1})");
  table.seat(closing_at(0));
  const MatchResult& result = table.play();
  EXPECT_EQ(result.turns, 50);
  EXPECT_EQ(table.answer(49, 0)["verdict"], "disconnected");
  EXPECT_EQ(table.answer(49, 0)["fault"], "no connection when the turn ended");
}

/// Answers with 1 until `turn`; then says that the bot of `match` has ended, and goes on listening.
MatchTable::Script ended_at(int turn, const std::string& match) {
  return [turn, match](Peer& peer, const Json& message) {
    if (message["type"] == "turn" && message["turn"] == turn) {
      peer.send(protocol::line_of(protocol::Ended{match, "exit status 1"}));
    } else if (message["type"] == "turn") {
      peer.send(move_line(message, 1));
    }
  };
}

TEST(MatchConnection, ABotThatHasEndedBehindItsConnectionIsNotWaitedFor) {
  // "each turn of this match is `disconnected` at once": the clock allows a minute for each
  MatchTable table(kSums, one_seat(4));
  table.set_clock(R"({"kind":"per_move","ms":60000})");
  const std::string match = table.spec.id;
  table.seat(ended_at(1, match));
  EXPECT_THAT(table.play().scores, ElementsAre(1));
  for (const std::size_t turn : {1U, 2U, 3U}) {
    EXPECT_EQ(table.answer(turn, 0)["verdict"], "disconnected");
    EXPECT_EQ(table.answer(turn, 0)["fault"], "its program has ended: exit status 1");
  }
}

TEST(MatchConnection, TheEndOfABotOfAnotherMatchIsNoMatterOfThisOne) {
  MatchTable table(kSums, one_seat(2));
  table.set_clock(R"({"kind":"per_move","ms":60000})");
  table.seat([](Peer& peer, const Json& message) {
    if (message["type"] == "turn") {
      peer.send(protocol::line_of(protocol::Ended{"another", "exit status 1"}));
      peer.send(move_line(message, 1));
    }
  });
  EXPECT_THAT(table.play().scores, ElementsAre(2));
  EXPECT_EQ(table.received(0, "error").at(0)["code"], "unknown_type");
}

TEST(MatchConnection, ANewConnectionPlaysOnAfterTheEndOfABot) {
  MatchTable table(kSums, {{"turns", 3}});
  const std::string match = table.spec.id;
  table.seat(ended_at(0, match));
  table.seat(silent());
  table.set_clock(R"({"kind":"per_move","ms":60000})");
  table.play_until([&] { return !table.received(0, "error").empty(); });
  EXPECT_EQ(table.received(0, "error")[0]["code"], "disconnected");
  table.reconnect(0, always(5), false);
  table.reconnect(1, always(0), false);
  EXPECT_THAT(table.play().scores, ElementsAre(10, 0));
  EXPECT_EQ(table.verdict(0), "disconnected");
}

TEST(MatchConnection, WhatABotSaidBeforeItClosedCounts) {
  MatchTable table(kSums, one_seat(1));
  table.seat(
      [](Peer& peer, const Json& message) {
        if (message["type"] == "turn") {
          peer.send(move_line(message, 4));
          peer.close();
        }
      },
      MatchTable::Origin::launched);
  EXPECT_THAT(table.play().scores, ElementsAre(4));
}

TEST(MatchConnection, ABotThatComesBackIsAskedAgainWithThePastIfItWantsIt) {
  // "(after a reconnect with "resume": one line a past turn)"
  MatchTable table(kSums, {{"turns", 3}});
  table.seat(closing_at(2));
  table.seat(always(0));
  table.play_until([&] { return !table.player(0).connected(); });
  const std::size_t received_before = table.received(0).size();
  table.reconnect(0, always(5), true);
  const MatchResult& result = table.play();
  EXPECT_THAT(result.scores, ElementsAre(7, 0));
  const std::vector<Json> received(table.received(0).begin() + static_cast<std::ptrdiff_t>(received_before),
                                   table.received(0).end());
  EXPECT_THAT(outline(received), ElementsAre("start", "past 0", "past 1", "turn 2", "end", "bye"));
  EXPECT_EQ(received[1]["view"], Json::parse(R"({"sums":[0,0]})"));
  EXPECT_EQ(received[2]["view"], Json::parse(R"({"sums":[1,0]})"));
  EXPECT_EQ(received[3]["view"], Json::parse(R"({"sums":[2,0]})"));
  EXPECT_EQ(received[3]["last"]["verdict"], "ok");
}

TEST(MatchConnection, WithoutResumeItIsToldTheOpenTurnOnly) {
  MatchTable table(kSums, {{"turns", 2}});
  table.seat(closing_at(1));
  table.seat(always(0));
  table.play_until([&] { return !table.player(0).connected(); });
  const std::size_t received_before = table.received(0).size();
  table.reconnect(0, always(5), false);
  table.play();
  const std::vector<Json> received(table.received(0).begin() + static_cast<std::ptrdiff_t>(received_before),
                                   table.received(0).end());
  EXPECT_THAT(outline(received), ElementsAre("start", "turn 1", "end", "bye"));
}

TEST(MatchConnection, TheTimeOfATurnGoesOnOverAReconnect) {
  // "The match goes on with the *true* remaining time."
  MatchTable table(kSums, one_seat(1));
  table.set_clock(R"({"kind":"per_move","ms":100})");
  table.seat(silent());
  table.play_until([&] { return !table.received(0, "turn").empty(); });
  for (int i = 0; i < 5; ++i) {
    table.reconnect(0, silent(), false);
  }
  table.play();
  EXPECT_EQ(table.answer(0, 0)["verdict"], "late");
  EXPECT_EQ(table.answer(0, 0)["spent_us"], 100'001) << "counted from the first time it was asked";
}

TEST(MatchConnection, AFloodClosesAndIsTheVerdict) {
  MatchTable table(kSums, {{"turns", 2}});
  std::string chat;
  for (std::int64_t i = 0; i < 3 * FloodGauge::kBurst; ++i) {
    chat += "{\"type\":\"chat\"}\n";
  }
  table.seat([chat](Peer& peer, const Json& message) {
    if (message["type"] == "turn") {
      peer.send_bytes(chat);
    }
  });
  table.seat(always(1));
  table.play();
  EXPECT_EQ(table.answer(0, 0)["verdict"], "flood");
  EXPECT_EQ(table.answer(0, 0)["fault"], "the connection was closed after a flood of lines");
  EXPECT_EQ(table.answer(1, 0)["verdict"], "flood") << "nobody waits for it";
}

TEST(Player, AnswersLinesWhenNoMatchIsRunning) {
  test_support::World world;
  auto pair = world.loopback().make_pair();
  Player player(world.tasks().clock(), "alice", Player::Origin::dialled);
  player.attach(Session::open(world.tasks(), pair.ours.release(), player), {});
  Peer peer(world, std::move(pair.theirs));
  peer.send(R"({"type":"move","match":"m1","turn":3,"move":1})");
  EXPECT_EQ(peer.next(), Json::parse(R"({"type":"error","code":"stale","message":"no match is running",
      "match":"m1","turn":3})"));
  peer.send(R"({"type":"hello","protocol":1})");
  EXPECT_EQ(peer.next()["code"], "unexpected");
  peer.send("debug");
  EXPECT_EQ(peer.next()["code"], "malformed");
  player.dismiss("go home");
  EXPECT_EQ(peer.next()["reason"], "go home");
  EXPECT_FALSE(player.connected());
}

}  // namespace
}  // namespace referee
