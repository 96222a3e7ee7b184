#include "referee/match/player.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "protocol/new_match.h"
#include "referee/net/flood_gauge.h"
#include "referee/net/session.h"
#include "tests/support/peer.h"

namespace referee {
namespace {

using test_support::Json;
using test_support::Peer;
using test_support::World;

constexpr const char* kHello = R"({"type":"hello","protocol":1,"features":["new_match"]})";

/// A player whose bot can play another match, and is asked for its hello.
class PlayerTest : public testing::Test {
 protected:
  PlayerTest() { peer_ = attach({protocol::kNewMatch}); }
  ~PlayerTest() override {
    player_.dismiss("over");
    peer_ = nullptr;
    world_.run_dry();
  }

  std::unique_ptr<Peer> attach(const std::vector<std::string_view>& features) {
    return attach(player_, features);
  }
  std::unique_ptr<Peer> attach(Player& player, const std::vector<std::string_view>& features) {
    auto pair = world_.loopback().make_pair();
    protocol::Hello hello;
    hello.features.assign(features.begin(), features.end());
    player.attach(Session::open(world_.tasks(), pair.ours.release(), player), hello);
    return std::make_unique<Peer>(world_, std::move(pair.theirs));
  }
  void ask() {
    player_.ask_for_hello([this] { ++settled_; });
  }
  void until_settled() {
    world_.until([this] { return settled_ > 0; });
    EXPECT_FALSE(player_.owes_hello());
  }

  World world_;
  Player player_{world_.tasks().clock(), "alice", Player::Origin::dialled};
  std::unique_ptr<Peer> peer_;
  int settled_ = 0;
};

TEST_F(PlayerTest, TheNextHelloIsTaken) {
  EXPECT_TRUE(player_.takes_new_match());
  ask();
  EXPECT_TRUE(player_.owes_hello());
  EXPECT_EQ(peer_->next(), Json::parse(R"({"type":"new_match"})"));
  peer_->send(kHello);
  until_settled();
  EXPECT_TRUE(player_.connected());
  peer_->send(kHello);  // nobody has asked for this one
  EXPECT_EQ(peer_->next()["code"], "unexpected");
  EXPECT_EQ(settled_, 1);
}

TEST_F(PlayerTest, NoNumberOfHellosThatWereAskedForIsAFlood) {
  for (std::int64_t games = 0; games < 2 * FloodGauge::kBurst; ++games) {
    settled_ = 0;
    ask();
    peer_->send(kHello);
    until_settled();
  }
  EXPECT_TRUE(player_.connected());
}

TEST_F(PlayerTest, WhatTheNewHelloSaysCounts) {
  ask();
  peer_->send(R"({"type":"hello","protocol":1,"resume":true})");
  until_settled();
  EXPECT_TRUE(player_.resumes());
  EXPECT_FALSE(player_.takes_new_match());
}

TEST_F(PlayerTest, OtherLinesAreAnsweredAsBetweenMatches) {
  ask();
  EXPECT_EQ(peer_->next()["type"], "new_match");
  for (const auto& [line, code] : {std::pair("no message", "malformed"),
                                   std::pair(R"({"type":"move","match":"m","turn":1,"move":2})", "stale"),
                                   std::pair(R"({"type":"hello","protocol":0})", "unexpected"),
                                   std::pair(R"({"type":"hello","protocol":1,"role":"x"})", "unexpected")}) {
    peer_->send(line);
    EXPECT_EQ(peer_->next()["code"], code) << line;
  }
  EXPECT_TRUE(player_.owes_hello());
  peer_->send(kHello);
  until_settled();
}

TEST_F(PlayerTest, TheEndOfALaunchedBotSettlesItToo) {
  Player launched{world_.tasks().clock(), "bob", Player::Origin::launched};
  const auto peer = attach(launched, {protocol::kNewMatch});
  launched.ask_for_hello([this] { ++settled_; });
  peer->close();
  world_.until([this] { return settled_ > 0; });
  EXPECT_FALSE(launched.connected());
}

TEST_F(PlayerTest, OneThatDialsInAgainIsAskedAgain) {
  ask();
  peer_->close();
  world_.until([this] { return !player_.connected(); });
  EXPECT_EQ(settled_, 0);
  const auto again = attach({protocol::kNewMatch});
  EXPECT_EQ(again->next()["type"], "new_match");
  EXPECT_EQ(settled_, 0) << "it is not ready yet";
  again->send(kHello);
  until_settled();
}

TEST_F(PlayerTest, OneThatOwesAHelloIsNotToldTwice) {
  ask();
  ask();
  EXPECT_EQ(peer_->next()["type"], "new_match");
  peer_->send("no message");
  EXPECT_EQ(peer_->next()["code"], "malformed");
  peer_->send(kHello);
  until_settled();
  EXPECT_EQ(settled_, 1);
}

TEST_F(PlayerTest, AHelloThatIsTooLateIsTakenAndTheBotIsAskedNoMoreBefore) {
  ask();
  player_.give_up_hello();
  EXPECT_FALSE(player_.takes_new_match());
  EXPECT_EQ(peer_->next()["type"], "new_match");
  peer_->send(kHello);
  world_.until([this] { return player_.takes_new_match(); });
  EXPECT_FALSE(player_.owes_hello());
  EXPECT_EQ(settled_, 0);
  peer_->send("no message");
  EXPECT_EQ(peer_->next()["code"], "malformed") << "no word about the hello";
}

TEST_F(PlayerTest, ANewConnectionWithoutTheFeatureSettlesIt) {
  ask();
  const auto again = attach({});
  until_settled();
  EXPECT_TRUE(player_.connected());
  EXPECT_FALSE(player_.takes_new_match());
}

TEST_F(PlayerTest, TheRefereesByeSettlesIt) {
  ask();
  player_.dismiss("over");
  until_settled();
}

}  // namespace
}  // namespace referee
