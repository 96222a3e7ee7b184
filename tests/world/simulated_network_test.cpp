#include "tests/world/simulated_network.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "referee/net/session.h"
#include "tests/support/collecting_owner.h"
#include "tests/world/network_loop.h"

namespace world {
namespace {

using namespace std::chrono_literals;
using referee::CloseReason;
using testing::ElementsAre;

/// A session of the referee with a program that keeps what it reads.
class SimulatedNetworkTest : public testing::Test, public SocketOwner {
 protected:
  void open(const Path& path) {
    SimulatedNetwork::Pair pair = loop_.network().connect(path, *this);
    socket_ = std::move(pair.socket);
    session_ = referee::Session::open(loop_.tasks(), referee::Connection(std::move(pair.link)), owner_);
  }
  ~SimulatedNetworkTest() override {
    session_->close();
    socket_ = nullptr;
    loop_.run();
  }
  void on_bytes(std::string_view bytes) override { read_ += bytes; }
  void on_end() override { at_end_ = true; }

  NetworkLoop loop_{1};
  test_support::CollectingOwner owner_;
  std::unique_ptr<SimulatedSocket> socket_;
  std::shared_ptr<referee::Session> session_;
  std::string read_;
  bool at_end_ = false;
};

TEST_F(SimulatedNetworkTest, WhatArrivesIsStampedWithTheMomentAtWhichItArrived) {
  open({.latency = 30ms, .longest_piece = 2});
  const referee::TimePoint begin = loop_.clock().now();
  session_->send("turn");
  EXPECT_EQ(session_->sent_at(), begin);
  loop_.until([&] { return read_ == "turn\n"; });
  EXPECT_EQ(loop_.clock().now(), begin + 30ms);
  socket_->send("an answer\n");
  loop_.until([&] { return !owner_.lines.empty(); });
  EXPECT_THAT(owner_.texts(), ElementsAre("an answer"));
  EXPECT_EQ(owner_.lines[0].arrival.at, begin + 60ms);
  EXPECT_EQ(session_->round_trip()->smoothed, 60ms);
}

TEST_F(SimulatedNetworkTest, APathWithJitterKeepsTheOrder) {
  open({.latency = 1ms, .jitter = 50ms, .longest_piece = 3});
  std::string sent;
  for (int line = 0; line < 50; ++line) {
    sent += "line " + std::to_string(line) + "\n";
  }
  socket_->send(sent);
  loop_.until([&] { return owner_.lines.size() == 50; });
  for (std::size_t line = 0; line < 50; ++line) {
    EXPECT_EQ(owner_.lines[line].text, "line " + std::to_string(line));
  }
}

TEST_F(SimulatedNetworkTest, AProgramThatDoesNotReadMakesTheSessionWaitUntilItReads) {
  open({.room = 10});
  socket_->read(false);
  session_->send("more than ten bytes");
  EXPECT_FALSE(session_->all_sent());
  loop_.run();
  EXPECT_FALSE(session_->all_sent());
  socket_->read(true);
  loop_.until([&] { return owner_.sent == 1; });
  EXPECT_TRUE(session_->all_sent());
  loop_.until([&] { return read_ == "more than ten bytes\n"; });
}

TEST_F(SimulatedNetworkTest, ATurnIsSentOnceItsLastByteIsTakenWhateverWaitsBehindIt) {
  open({.latency = 5ms, .room = 10});
  const referee::TimePoint begin = loop_.clock().now();
  session_->send_turn("fifteen bytes.");
  session_->send("more than ten bytes");
  EXPECT_EQ(session_->turn_begun_at(), begin);
  EXPECT_EQ(session_->turn_sent_at(), std::nullopt);
  loop_.until([&] { return owner_.sent > 0; });
  EXPECT_EQ(session_->turn_sent_at(), begin + 5ms);
  EXPECT_FALSE(session_->all_sent());
  loop_.until([&] { return session_->all_sent(); });
  EXPECT_EQ(session_->turn_sent_at(), begin + 5ms);
  EXPECT_EQ(session_->sent_at(), begin + 15ms);
}

TEST_F(SimulatedNetworkTest, AnEndIsReadAfterAllBytesAndAResetAtOnce) {
  open({.latency = 5ms});
  socket_->send("last\n");
  socket_->close();
  loop_.until([&] { return !owner_.closed.empty(); });
  EXPECT_THAT(owner_.texts(), ElementsAre("last"));
  EXPECT_THAT(owner_.closed, ElementsAre(CloseReason::peer));

  owner_.closed.clear();
  open({.latency = 5ms});
  socket_->send("on its way\n");
  socket_->cut();
  loop_.until([&] { return !owner_.closed.empty(); });
  EXPECT_THAT(owner_.texts(), ElementsAre("last"));
}

TEST_F(SimulatedNetworkTest, OfAMachineThatVanishesNothingIsHeardAnyMore) {
  open({});
  socket_->vanish();
  socket_->send("nobody hears this\n");
  socket_->close();
  session_->send("a turn");
  loop_.run();
  EXPECT_TRUE(owner_.lines.empty());
  EXPECT_TRUE(owner_.closed.empty());
  EXPECT_EQ(read_, "");
}

TEST_F(SimulatedNetworkTest, TheProgramReadsTheEndThatTheRefereeMakes) {
  open({.latency = 1ms});
  session_->send("bye");
  session_->finish();
  loop_.until([&] { return at_end_; });
  EXPECT_EQ(read_, "bye\n");
}

}  // namespace
}  // namespace world
