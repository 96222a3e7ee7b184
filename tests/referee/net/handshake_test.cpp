#include "referee/net/handshake.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "protocol/limits.h"
#include "tests/support/collecting_owner.h"
#include "tests/support/patience.h"
#include "tests/support/peer.h"

namespace referee {
namespace {

using namespace std::chrono_literals;

const TimePoint kStart{100s};

/// Spends one unit at a time at `now`. Returns how many the gauge accepted before the flood.
int spend_until_flood(FloodGauge& gauge, TimePoint now) {
  int count = 0;
  while (!gauge.spend(1, now)) {
    ++count;
  }
  return count;
}

TEST(FloodGauge, ABurstIsHarmlessAndOneMoreIsNot) {
  FloodGauge gauge;
  EXPECT_EQ(spend_until_flood(gauge, kStart), FloodGauge::kBurst);
}

TEST(FloodGauge, ItRecoversByTheSecond) {
  FloodGauge gauge;
  EXPECT_FALSE(gauge.spend(FloodGauge::kBurst, kStart));
  EXPECT_EQ(spend_until_flood(gauge, kStart + 1s), FloodGauge::kPerSecond);
}

TEST(FloodGauge, ItRecoversToABurstAndNoFurther) {
  FloodGauge gauge;
  EXPECT_FALSE(gauge.spend(FloodGauge::kBurst, kStart));
  EXPECT_EQ(spend_until_flood(gauge, kStart + 1h), FloodGauge::kBurst);
}

TEST(FloodGauge, ASteadyRateBelowTheLimitNeverFloods) {
  FloodGauge gauge;
  for (int i = 0; i < 100'000; ++i) {
    ASSERT_FALSE(gauge.spend(1, kStart + i * 5ms)) << i;  // kPerSecond
  }
}

TEST(FloodGauge, AnswersDoNotCountHoweverFastTheyCome) {
  FloodGauge gauge;
  for (int i = 0; i < 100'000; ++i) {
    ASSERT_FALSE(gauge.spend(1, kStart)) << i;
    gauge.refund();
  }
  EXPECT_EQ(spend_until_flood(gauge, kStart), FloodGauge::kBurst) << "and they earn nothing";
}

using test_support::CollectingOwner;
using test_support::Json;
using test_support::kLong;
using test_support::Peer;
using test_support::World;

class HandshakeTest : public testing::Test {
 protected:
  void begin(Milliseconds init = kLong, Handshake::Advice advice = {}) {
    Loopback::Pair pair = world_.loopback().make_pair();
    handshake_ = Handshake::begin(
        world_.tasks(), StampedConnection(std::move(pair.ours)), init,
        [this](std::shared_ptr<Session> session, const protocol::Hello& hello) {
          session->set_owner(owner_);
          session_ = std::move(session);
          hellos_.push_back(hello);
        },
        [this](const std::string& why) { failed_.push_back(why); }, std::move(advice));
    peer_ = std::make_unique<Peer>(world_, std::move(pair.theirs));
  }
  ~HandshakeTest() override {
    if (session_ != nullptr) {
      session_->close();
    }
  }
  void until_hello() {
    world_.until([&] { return !hellos_.empty(); });
  }
  Json expect_error(const char* code) {
    Json error = peer_->next();
    EXPECT_EQ(error["type"], "error");
    EXPECT_EQ(error["code"], code) << error;
    return error;
  }
  /// The referee has rejected the bot with `message`: it closed after the error, and reported that once.
  void expect_rejected(const std::string& message) {
    EXPECT_EQ(peer_->read_to_end(), "");
    peer_->close();
    world_.run_dry();
    EXPECT_EQ(failed_, std::vector{message});
    EXPECT_TRUE(hellos_.empty());
    EXPECT_EQ(world_.tasks().running(), 0U);
  }

  World world_;
  std::weak_ptr<Handshake> handshake_;
  CollectingOwner owner_;
  std::shared_ptr<Session> session_;
  std::vector<protocol::Hello> hellos_;
  std::vector<std::string> failed_;
  std::unique_ptr<Peer> peer_;
};

TEST_F(HandshakeTest, AHelloHandsTheSessionOver) {
  begin();
  peer_->send(R"({"type":"hello","protocol":1,"name":"alice","resume":true})");
  until_hello();
  EXPECT_EQ(hellos_[0].name, "alice");
  EXPECT_TRUE(hellos_[0].resume);
  session_->send("from now on");
  EXPECT_EQ(peer_->next_line(), "from now on");
  peer_->send("to the new owner");
  world_.until([&] { return !owner_.lines.empty(); });
  EXPECT_TRUE(failed_.empty());
}

TEST_F(HandshakeTest, WhatFollowsHelloInTheSameWriteGoesToTheNewOwner) {
  begin();
  peer_->send_bytes("{\"type\":\"hello\",\"protocol\":1}\nearly\n");
  world_.until([&] { return !owner_.lines.empty(); });
  EXPECT_EQ(owner_.texts(), std::vector<std::string>{"early"});
}

TEST_F(HandshakeTest, ANewerBotSpeaksTheVersionSpokenHere) {
  // "`hello.protocol` = highest spoken, `welcome.protocol` = the one used"
  begin();
  peer_->send(R"({"type":"hello","protocol":9})");
  until_hello();
  EXPECT_EQ(hellos_[0].protocol, 9);
}

TEST_F(HandshakeTest, NoProtocolInCommonIsUnsupported) {
  // "none in common: error `unsupported` with `supported:[1]`"
  for (const int version : {0, -1}) {
    begin();
    peer_->send(R"({"type":"hello","protocol":)" + std::to_string(version) + "}");
    const Json error = expect_error("unsupported");
    EXPECT_EQ(error["supported"], Json::parse("[1]"));
    expect_rejected("protocol " + std::to_string(version) +
                    ": the versions in \"supported\" are spoken here");
    failed_.clear();
  }
}

TEST_F(HandshakeTest, AnotherRoleIsUnsupported) {
  begin();
  peer_->send(R"({"type":"hello","protocol":1,"role":"spectator"})");
  EXPECT_EQ(expect_error("unsupported")["message"], "role 'spectator': expected bot");
  expect_rejected("role 'spectator': expected bot");
}

TEST_F(HandshakeTest, WithoutHelloTheStartUpTimeEnds) {
  // "`hello` (it ends the start-up time `init_ms`, default 10 s)"
  begin(Milliseconds(3));
  const std::string why =
      "no hello in 3 ms: the bot speaks first: send hello before you wait for a line; if you do, did you "
      "flush?";
  EXPECT_EQ(expect_error("timeout")["message"], why);
  expect_rejected(why);
}

TEST_F(HandshakeTest, AfterOtherLinesTheyAreNamedInPlaceOfTheQuestionForFlushing) {
  begin(Milliseconds(200));
  peer_->send("starting up...");
  expect_error("malformed");
  const std::string why =
      "no hello in 200 ms: not JSON: 'starting up...'. stdout carries the protocol; print to stderr";
  EXPECT_EQ(expect_error("timeout")["message"], why);
  expect_rejected(why);
}

TEST_F(HandshakeTest, APrettyPrintedHelloIsNamedAtOnceAndAtTheEnd) {
  begin();
  peer_->send_bytes("{\n  \"type\": \"hello\",\n  \"protocol\": 1\n}\n");
  for (int line = 0; line < 4; ++line) {
    expect_error("malformed");
  }
  const std::string why = "it is spread over 4 lines: a message is one line, so do not pretty-print it";
  EXPECT_EQ(expect_error("malformed")["message"], why);
  peer_->close();
  world_.run_dry();
  EXPECT_EQ(failed_, std::vector{"no hello: " + why});
}

TEST_F(HandshakeTest, AHelloWithoutALineEndIsNamed) {
  begin();
  peer_->send_bytes("{\"type\":\"hello\"}");
  peer_->close();
  world_.run_dry();
  EXPECT_EQ(failed_,
            std::vector<std::string>{
                "no hello: '{\"type\":\"hello\"}' came without a line end: a message ends with \\n"});
}

TEST_F(HandshakeTest, ALauncherMayKnowWhyThereIsNoHello) {
  begin(Milliseconds(3), [] { return "the adapter was still starting"; });
  EXPECT_EQ(expect_error("timeout")["message"], "no hello in 3 ms: the adapter was still starting");
  expect_rejected("no hello in 3 ms: the adapter was still starting");
}

TEST_F(HandshakeTest, GarbageBeforeHelloIsAnsweredAndDoesNoHarm) {
  begin();
  peer_->send("starting up...");
  EXPECT_EQ(expect_error("malformed")["message"],
            "not JSON: 'starting up...'. stdout carries the protocol; print to stderr");
  peer_->send(R"({"type":"dance"})");
  expect_error("unknown_type");
  peer_->send(R"({"type":"move","match":"m","turn":0,"move":1})");
  EXPECT_EQ(expect_error("unexpected")["message"], "a move before hello: say hello first");
  peer_->send(std::string(protocol::kMaxLineFromBot + 1, 'x'));
  expect_error("oversize");
  peer_->send(R"({"type":"hello","protocol":"one"})");
  expect_error("malformed");
  peer_->send(R"({"type":"hello","protocol":1})");
  until_hello();
  EXPECT_TRUE(failed_.empty());
}

TEST_F(HandshakeTest, AFloodBeforeHelloCloses) {
  begin();
  std::string lines;
  for (std::int64_t i = 0; i <= FloodGauge::kBurst; ++i) {
    lines += "x\n";
  }
  peer_->send_bytes(lines);
  world_.until([&] { return !failed_.empty(); });
  peer_->close();
  world_.run_dry();
  ASSERT_EQ(failed_.size(), 1U);
  EXPECT_THAT(failed_.front(), testing::HasSubstr("a flood of lines"));
  EXPECT_THAT(failed_.front(), testing::HasSubstr("'x'")) << "what came instead";
}

TEST_F(HandshakeTest, ACloseBeforeHelloIsToldOnce) {
  begin();
  peer_->close();
  world_.run_dry();
  EXPECT_EQ(failed_, std::vector<std::string>{"no hello"});
  EXPECT_EQ(world_.tasks().running(), 0U);
}

TEST_F(HandshakeTest, CalledOffItSaysByeAndCallsNobody) {
  begin();
  world_.poll();
  handshake_.lock()->call_off("the match is over");
  EXPECT_EQ(peer_->next(), Json::parse(R"({"type":"bye","reason":"the match is over"})"));
  EXPECT_EQ(peer_->read_to_end(), "");
  peer_->close();
  world_.run_dry();
  EXPECT_TRUE(handshake_.expired()) << "decided, it is gone";
  EXPECT_TRUE(hellos_.empty());
  EXPECT_TRUE(failed_.empty());
}

TEST_F(HandshakeTest, ACloseThatMeetsTheTimeoutIsToldOnce) {
  for (int i = 0; i < 200; ++i) {
    failed_.clear();
    begin(Milliseconds(1));
    const TimePoint over = std::chrono::steady_clock::now() + Milliseconds(1);
    peer_->close();
    while (std::chrono::steady_clock::now() < over) {  // both events are ready when the loop handles them
    }
    world_.run_dry();
    ASSERT_EQ(failed_.size(), 1U);
  }
}

}  // namespace

}  // namespace referee
