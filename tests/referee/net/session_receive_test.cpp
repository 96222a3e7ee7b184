#include <gtest/gtest.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "protocol/limits.h"
#include "referee/net/session.h"
#include "tests/support/collecting_owner.h"
#include "tests/support/peer.h"

namespace referee {
namespace {

using test_support::CollectingOwner;
using test_support::Json;
using test_support::Peer;
using test_support::World;
using Texts = std::vector<std::string>;

class SessionReceive : public testing::Test {
 protected:
  SessionReceive() {
    Loopback::Pair pair = world_.loopback().make_pair();
    ours_ = FileDescriptor(::dup(pair.ours.get()));
    session_ = Session::open(world_.tasks(), pair.ours.release(), owner_);
    peer_ = std::make_unique<Peer>(world_, std::move(pair.theirs));
  }
  ~SessionReceive() override {
    if (session_ != nullptr) {
      session_->close();
    }
  }

  /// Another connection, in place of the one before.
  void reconnect() {
    session_->close();
    Loopback::Pair pair = world_.loopback().make_pair();
    ours_ = FileDescriptor();
    session_ = Session::open(world_.tasks(), pair.ours.release(), owner_);
    peer_ = std::make_unique<Peer>(world_, std::move(pair.theirs));
  }
  void until_lines(std::size_t count) {
    world_.until([&] { return owner_.lines.size() >= count; });
  }
  /// Waits until the kernel has received bytes for the session, without running the loop.
  void until_readable() {
    pollfd ready{ours_.get(), POLLIN, 0};
    ASSERT_EQ(::poll(&ready, 1, -1), 1);
  }
  void until_closed() {
    world_.until([&] { return !owner_.closed.empty(); });
  }

  World world_;
  CollectingOwner owner_;
  FileDescriptor ours_;  // a second descriptor of the session's socket
  std::shared_ptr<Session> session_;
  std::unique_ptr<Peer> peer_;
};

TEST_F(SessionReceive, ALineComesWithTheKernelsStamp) {
  // "arrival = **kernel receive timestamp** ..., not when the referee got round to reading"
  const TimePoint before = std::chrono::steady_clock::now();
  peer_->send("hello");
  until_readable();
  const TimePoint arrived = std::chrono::steady_clock::now();
  until_lines(1);
  const CollectingOwner::Line& line = owner_.lines.front();
  EXPECT_EQ(line.text, "hello");
  EXPECT_FALSE(line.oversize);
  EXPECT_EQ(line.arrival.source, StampSource::kernel);
  EXPECT_GT(line.arrival.real.count(), 0);
  EXPECT_EQ(line.arrival.earliest, line.arrival.at);
  // The two clocks are sampled apart from each other, hence a tolerance of a millisecond.
  EXPECT_GE(line.arrival.at, before - Milliseconds(1));
  EXPECT_LE(line.arrival.at, arrived + Milliseconds(1));
}

TEST_F(SessionReceive, WhatTheRefereeLeftLyingOfALineInTwoPartsIsTold) {
  // "a bot that writes its JSON and its newline in two writes loses 44 ms a turn" where its kernel waits with
  // the second for the acknowledgement of the first.
  peer_->send_bytes("hel");
  until_readable();
  const TimePoint stalled_until = std::chrono::steady_clock::now() + Milliseconds(20);
  while (std::chrono::steady_clock::now() < stalled_until) {
  }
  world_.poll();
  peer_->send_bytes("lo\n");
  until_lines(1);
  const Arrival& arrival = owner_.lines.front().arrival;
  EXPECT_EQ(owner_.lines.front().text, "hello");
  EXPECT_GE(arrival.part_lag, Milliseconds(20));
  EXPECT_LT(arrival.part_at, stalled_until - Milliseconds(19));
  EXPECT_GE(held_back(arrival, TimePoint{}),
            std::min<Nanoseconds>(Milliseconds(20), arrival.at - arrival.part_at));
}

TEST_F(SessionReceive, OnlyTheLastPartBeforeTheEndOfALineCounts) {
  for (const char* piece : {"a", "b"}) {
    peer_->send_bytes(piece);
    until_readable();
    session_->drain();
  }
  const TimePoint after_b = std::chrono::steady_clock::now();
  peer_->send_bytes("c\n");
  until_lines(1);
  const Arrival& arrival = owner_.lines.front().arrival;
  EXPECT_LE(arrival.part_at, after_b);
  EXPECT_LE(arrival.part_at + arrival.part_lag, after_b + Microseconds(20)) << "of b alone";
  peer_->send("whole");
  until_lines(2);
  EXPECT_EQ(owner_.lines[1].arrival.part_at, TimePoint::min());
}

TEST_F(SessionReceive, OfTwoLinesInOneWriteTheFirstHasAnUpperBoundOnly) {
  // "bytes read together carry the newest stamp, so a stamp is an upper bound when bytes follow the
  // completing newline in the same read"
  peer_->send_bytes("one\ntwo\n");
  until_lines(2);
  EXPECT_EQ(owner_.texts(), (Texts{"one", "two"}));
  EXPECT_EQ(owner_.lines[0].arrival.source, StampSource::upper);
  EXPECT_LT(owner_.lines[0].arrival.earliest, owner_.lines[0].arrival.at);
  EXPECT_EQ(owner_.lines[1].arrival.source, StampSource::kernel);
  EXPECT_EQ(owner_.lines[0].arrival.real, owner_.lines[1].arrival.real);
}

TEST_F(SessionReceive, ALineFollowedByTheBeginningOfAnotherHasAnUpperBoundOnly) {
  peer_->send_bytes("one\ntw");
  until_lines(1);
  EXPECT_EQ(owner_.lines[0].arrival.source, StampSource::upper);
  peer_->send_bytes("o\n");
  until_lines(2);
  EXPECT_EQ(owner_.lines[1].text, "two");
  EXPECT_EQ(owner_.lines[1].arrival.source, StampSource::kernel);
}

TEST_F(SessionReceive, DrainDeliversWhatTheKernelHas) {
  // "When a timer fires the socket is drained first: what the kernel stamped in time is in time."
  peer_->send("in time");
  until_readable();
  EXPECT_TRUE(owner_.lines.empty());
  session_->drain();
  EXPECT_EQ(owner_.texts(), Texts{"in time"});
  session_->drain();
  EXPECT_EQ(owner_.lines.size(), 1U);
}

TEST_F(SessionReceive, AnOversizeLineIsReportedOnceWithItsBeginning) {
  const std::string line = "begin" + std::string(protocol::kMaxLineFromBot * 3, 'x');
  peer_->send(line);
  peer_->send("next");
  until_lines(2);
  EXPECT_TRUE(owner_.lines[0].oversize);
  EXPECT_EQ(owner_.lines[0].text, line.substr(0, protocol::kMaxLineFromBot));
  EXPECT_EQ(owner_.lines[1].text, "next");
  EXPECT_FALSE(owner_.lines[1].oversize);
}

TEST_F(SessionReceive, AFloodOfLinesClosesWithAnError) {
  std::string lines;
  for (std::int64_t i = 0; i <= FloodGauge::kBurst; ++i) {
    lines += "x\n";
  }
  ours_ = FileDescriptor();  // or the connection would stay open
  peer_->send_bytes(lines);
  until_closed();
  EXPECT_EQ(owner_.closed, std::vector{CloseReason::flood});
  EXPECT_EQ(owner_.lines.size(), static_cast<std::size_t>(FloodGauge::kBurst));
  EXPECT_FALSE(session_->is_open());
  const Json error = peer_->next();
  EXPECT_EQ(error["type"], "error");
  EXPECT_EQ(error["code"], "flood");
  EXPECT_EQ(error["message"], "over 1000 lines, or parts of lines, that answer no turn: closed");
  EXPECT_EQ(peer_->read_to_end(), "");
}

/// Counts every line as an answer.
class Grateful final : public SessionOwner {
 public:
  void on_line(Session& session, const Received&) override {
    session.count_as_answer();
    ++answers;
  }
  void on_sent(Session&) override {}
  void on_closed(Session&, CloseReason) override { closed = true; }
  std::int64_t answers = 0;
  bool closed = false;
};

TEST_F(SessionReceive, AnswersAreNoFlood) {
  Grateful grateful;
  session_->set_owner(grateful);
  std::string lines;
  for (std::int64_t i = 0; i < 5 * FloodGauge::kBurst; ++i) {
    lines += "answer\n";
  }
  peer_->send_bytes(lines);
  world_.until([&] { return grateful.answers == 5 * FloodGauge::kBurst || grateful.closed; });
  EXPECT_FALSE(grateful.closed);
  session_->close();
}

TEST_F(SessionReceive, BytesWithoutALineEndAreAFloodHoweverManyComeAtOnce) {
  // 1000 reads and what the gauge forgives meanwhile: the peer sends until the session closes.
  for (const std::string& piece : {std::string(protocol::kMaxLineFromBot + 1, ' '), std::string(" ")}) {
    owner_.closed.clear();
    owner_.lines.clear();
    reconnect();
    for (int i = 0; i < 1'000'000 && owner_.closed.empty(); ++i) {
      peer_->send_bytes(piece);
      session_->drain();
      world_.poll();
    }
    EXPECT_EQ(owner_.closed, std::vector{CloseReason::flood}) << piece.size();
    EXPECT_EQ(owner_.lines.size(), piece.size() > 1 ? 1U : 0U) << "a line that is too long is told once";
  }
}

TEST_F(SessionReceive, WhoStopsInTheMiddleOfALineKeepsNobodyBusy) {
  for (std::int64_t i = 0; i < 2 * FloodGauge::kCalm; ++i) {
    peer_->send_bytes(" ");
    until_readable();
    session_->drain();
  }
  peer_->send_bytes(" ");
  until_readable();
  world_.poll();
  const TimePoint later =
      std::chrono::steady_clock::now() + Milliseconds(5);  // than the pause between two reads
  while (std::chrono::steady_clock::now() < later) {
  }
  world_.poll();
  world_.io().restart();
  EXPECT_EQ(world_.io().poll(), 0U) << "nothing is left to do";
}

TEST_F(SessionReceive, BytesWithoutALineEndWaitUntilATurnIsSent) {
  const auto left_lying = [&] {
    int bytes = 0;
    ::ioctl(ours_.get(), FIONREAD, &bytes);
    return bytes;
  };
  for (int i = 0; i < 1000 && left_lying() == 0; ++i) {  // a pause may be over before it is looked at
    peer_->send_bytes(" ");
    until_readable();
    world_.poll();
  }
  EXPECT_GT(left_lying(), 0);
  EXPECT_TRUE(owner_.closed.empty());
  session_->send_turn("turn");
  world_.poll();
  EXPECT_EQ(left_lying(), 0);
}

TEST_F(SessionReceive, AnAnswerMayComeByteByByte) {
  Grateful grateful;
  session_->set_owner(grateful);
  for (int turn = 1; turn <= 3; ++turn) {
    session_->send_turn("turn");
    for (std::int64_t i = 0; i < 2 * FloodGauge::kBurst; ++i) {
      peer_->send_bytes("x");
      until_readable();
      session_->drain();
    }
    peer_->send_bytes("\n");
    world_.until([&] { return grateful.answers == turn || grateful.closed; });
    ASSERT_FALSE(grateful.closed) << turn;
  }
  session_->close();
}

TEST_F(SessionReceive, ALineOfTheGreatestSizeIsNoFloodInAnyPieces) {
  session_->send_turn("turn");
  const std::string line(protocol::kMaxLineFromBot, 'x');
  for (std::size_t at = 0; at < line.size(); at += 7) {
    peer_->send_bytes(line.substr(at, 7));
    world_.poll();
  }
  peer_->send_bytes("\n");
  until_lines(1);
  EXPECT_FALSE(owner_.lines[0].oversize);
  EXPECT_TRUE(owner_.closed.empty());
}

TEST_F(SessionReceive, ThePeersCloseIsReportedOnceAfterItsLastLines) {
  peer_->send_bytes("one\ntwo\nhalf");
  peer_->close();
  until_closed();
  world_.run_dry();
  session_->drain();
  EXPECT_EQ(owner_.texts(), (Texts{"one", "two"}));
  EXPECT_EQ(owner_.closed, std::vector{CloseReason::peer});
  EXPECT_FALSE(session_->is_open());
}

TEST_F(SessionReceive, NothingIsReportedAfterOurOwnClose) {
  peer_->send("too late");
  ours_ = FileDescriptor();  // or the connection would stay open
  session_->close();
  session_->close();
  world_.until([&] { return peer_->at_end(); });
  world_.run_dry();
  EXPECT_TRUE(owner_.lines.empty());
  EXPECT_TRUE(owner_.closed.empty());
  EXPECT_EQ(world_.tasks().running(), 0U);
}

// Under ASan: it reads no more of itself once nobody has it.
TEST_F(SessionReceive, AnOwnerMayDropItWhileItIsDrained) {
  class Dropping final : public SessionOwner {
   public:
    explicit Dropping(std::shared_ptr<Session>& session) : session_(session) {}
    void on_line(Session& session, const Received&) override {
      session.close();
      session_ = nullptr;
    }
    void on_sent(Session&) override {}
    void on_closed(Session&, CloseReason) override {}

   private:
    std::shared_ptr<Session>& session_;
  };
  Dropping dropping(session_);
  session_->set_owner(dropping);
  peer_->send_bytes("one\n" + std::string(Connection::kSecureRoom, 'x'));
  until_readable();
  session_->drain();
  EXPECT_EQ(session_, nullptr);
}

TEST_F(SessionReceive, LinesGoToTheOwnerOfTheMoment) {
  class Passing final : public SessionOwner {
   public:
    explicit Passing(SessionOwner& next) : next_(next) {}
    void on_line(Session& session, const Received& line) override {
      seen = line.text;
      session.set_owner(next_);
    }
    void on_sent(Session&) override {}
    void on_closed(Session&, CloseReason) override {}
    std::string seen;

   private:
    SessionOwner& next_;
  };
  Passing passing(owner_);
  session_->set_owner(passing);
  peer_->send_bytes("one\ntwo\n");
  until_lines(1);
  EXPECT_EQ(passing.seen, "one");
  EXPECT_EQ(owner_.texts(), Texts{"two"});
}

}  // namespace
}  // namespace referee
