#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "referee/clocks/stamp.h"
#include "referee/net/session.h"
#include "tests/referee/net/megabyte.h"
#include "tests/support/collecting_owner.h"
#include "tests/support/peer.h"

namespace referee {
namespace {

using test_support::CollectingOwner;
using test_support::Peer;
using test_support::World;

class SessionSend : public testing::Test {
 protected:
  SessionSend() {
    Loopback::Pair pair = world_.loopback().make_pair();
    session_ = Session::open(world_.tasks(), pair.ours.release(), owner_);
    peer_ = std::make_unique<Peer>(world_, std::move(pair.theirs), Peer::Reading::later);
  }
  ~SessionSend() override { session_->close(); }

  /// Sends lines of a megabyte until the kernel takes no more. Returns how many.
  int fill_the_socket() {
    int lines = 0;
    while (session_->all_sent()) {
      session_->send(big_line_);
      ++lines;
    }
    return lines;
  }

  World world_;
  CollectingOwner owner_;
  std::shared_ptr<Session> session_;
  std::unique_ptr<Peer> peer_;
  const std::string big_line_ = std::string(kMegabyte, 'x');
};

TEST_F(SessionSend, AShortLineIsWithTheKernelAtOnce) {
  const TimePoint before = std::chrono::steady_clock::now();
  session_->send("hello");
  EXPECT_TRUE(session_->all_sent());
  EXPECT_GE(session_->sent_at(), before);
  EXPECT_LE(session_->sent_at(), std::chrono::steady_clock::now());
  peer_->read();
  EXPECT_EQ(peer_->next_line(), "hello");
  EXPECT_EQ(owner_.sent, 0) << "on_sent is for what the kernel did not take at once";
}

TEST_F(SessionSend, ATurnHasTheKernelsTimeBetweenTheCallAndTheReadOfThePeer) {
  // Protocol, "Wall time": the time of a turn begins before the bot can have read it, and not after the call.
  Loopback::Pair pair = world_.loopback().make_pair();
  enable_receive_stamps(pair.theirs.get());
  StampedConnection referee(std::move(pair.ours));
  referee.stamp_sends();
  StampedConnection bot(std::move(pair.theirs));
  std::array<char, 64> bytes{};
  int stamped = 0;
  for (int turn = 0; turn < 1000; ++turn) {
    const TimePoint before = std::chrono::steady_clock::now();
    ASSERT_EQ(referee.write("turn\n"), 5U);
    const TimePoint after = std::chrono::steady_clock::now();
    ASSERT_GE(referee.sent_at(), before);
    ASSERT_LE(referee.sent_at(), after);
    stamped += referee.sent_at() > before ? 1 : 0;
    const Link::Read read = bot.read(bytes);
    ASSERT_EQ(read.size, 5U);
    if (read.real) {
      const TimePoint received = to_monotonic(*read.real, read.at.offset, read.at.offset).at;
      ASSERT_LE(referee.sent_at(), received + Microseconds(20));
    }
  }
  EXPECT_EQ(stamped, 1000) << "each write has its own stamp";
}

TEST_F(SessionSend, WithoutAStampTheTimeOfWhatLeavesAtOnceIsTheBeginningOfTheCall) {
  // A peer that fills our receive buffer makes the kernel drop stamps.
  Loopback::Pair pair = world_.loopback().make_pair();
  StampedConnection referee(std::move(pair.ours));
  referee.stamp_sends();
  set_nonblocking(pair.theirs.get());
  const std::string block(64 * 1024, 'x');
  while (::send(pair.theirs.get(), block.data(), block.size(), MSG_NOSIGNAL) > 0) {
  }
  int early = 0;
  for (int turn = 0; turn < 100; ++turn) {
    const TimePoint before = std::chrono::steady_clock::now();
    ASSERT_EQ(referee.write("turn\n"), 5U);
    const TimePoint after = std::chrono::steady_clock::now();
    ASSERT_GE(referee.sent_at(), before);
    early += referee.sent_at() < before + (after - before) / 2 ? 1 : 0;
  }
  EXPECT_GE(early, 1) << "some come with a stamp, and a machine may interrupt the others";
}

TEST_F(SessionSend, StampsThatNobodyWaitsForDoNotKeepTheLoopAwake) {
  // The kernel stamps a line once more when it sends it again.
  Loopback::Pair pair = world_.loopback().make_pair();
  const FileDescriptor second(::dup(pair.ours.get()));
  const auto session = Session::open(world_.tasks(), pair.ours.release(), owner_);
  for (int i = 0; i < 3; ++i) {
    session->send("line");
    ASSERT_EQ(::send(second.get(), "again\n", 6, MSG_NOSIGNAL), 6);
  }
  world_.poll();
  world_.io().restart();
  EXPECT_EQ(world_.io().poll(), 0U) << "nothing is left to do";
  session->close();
}

TEST_F(SessionSend, StampsThatComeLateDoNotKeepTheLoopAwake) {
  const int lines = fill_the_socket();
  peer_->read();
  for (int i = 0; i < lines; ++i) {
    (void)peer_->next_line();
  }
  world_.until([&] { return session_->all_sent(); });
  world_.poll();
  world_.io().restart();
  EXPECT_EQ(world_.io().poll(), 0U) << "nothing is left to do";
}

TEST_F(SessionSend, MoreThanTheSocketTakesIsSentAsItIsReadAndOnSentComesOnce) {
  const int lines = fill_the_socket();
  world_.poll();
  EXPECT_FALSE(session_->all_sent());
  EXPECT_EQ(owner_.sent, 0);
  session_->send("last");
  const TimePoint before = std::chrono::steady_clock::now();
  peer_->read();
  world_.until([&] { return owner_.sent > 0; });
  EXPECT_TRUE(session_->all_sent());
  EXPECT_GE(session_->sent_at(), before);
  for (int i = 0; i < lines; ++i) {
    EXPECT_EQ(peer_->next_line(), big_line_);
  }
  EXPECT_EQ(peer_->next_line(), "last");
  EXPECT_EQ(owner_.sent, 1);
}

TEST_F(SessionSend, ABotThatDoesNotReadIsClosedWhenTooMuchWaitsForIt) {
  fill_the_socket();
  for (std::size_t i = 0; i <= Session::kMaxOutbox / kMegabyte && session_->is_open(); ++i) {
    session_->send(big_line_);
  }
  EXPECT_FALSE(session_->is_open());
  EXPECT_EQ(owner_.closed, std::vector{CloseReason::unread});
  session_->send("nobody is there");
  world_.run_dry();
  EXPECT_EQ(owner_.closed.size(), 1U);
}

TEST_F(SessionSend, FinishSendsEverythingThenTheEnd) {
  const int lines = fill_the_socket();
  session_->send("last");
  session_->finish();
  session_->send("not any more");
  peer_->read();
  std::string expected;
  for (int i = 0; i < lines; ++i) {
    expected += big_line_ + "\n";
  }
  EXPECT_TRUE(peer_->read_to_end() == expected + "last\n");
}

TEST_F(SessionSend, WhatTheBotStillSaysAfterFinishIsReadAndDropped) {
  // "`close()` with input unread resets: 0.1 of 3 MB arrived."
  const int lines = fill_the_socket();
  peer_->send("a move that nobody waits for");
  session_->finish();
  peer_->send("and another");
  peer_->read();
  EXPECT_EQ(peer_->read_to_end().size(), static_cast<std::size_t>(lines) * (kMegabyte + 1));
  EXPECT_TRUE(owner_.lines.empty());
  EXPECT_TRUE(owner_.closed.empty());
}

TEST_F(SessionSend, ABotThatClosesEndsTheLingeringEarly) {
  session_->finish();
  peer_->close();
  world_.until([&] { return !session_->is_open(); });
  EXPECT_TRUE(owner_.closed.empty()) << "not called after finish()";
  world_.run_dry();
  EXPECT_EQ(world_.tasks().running(), 0U);
}

TEST_F(SessionSend, ABotThatNeverClosesIsLeftAfterAWhile) {
  session_->finish();
  world_.until([&] { return !session_->is_open(); });
  EXPECT_TRUE(owner_.closed.empty());
}

TEST_F(SessionSend, ToAPeerThatIsGoneNothingHappensButItsClose) {
  peer_->close();
  for (int i = 0; i < 10; ++i) {
    session_->send("anybody?");
  }
  world_.until([&] { return !owner_.closed.empty(); });
  EXPECT_EQ(owner_.closed, std::vector{CloseReason::peer});
  EXPECT_TRUE(session_->all_sent());
}

TEST_F(SessionSend, TheRoundTripIsKnownAfterTraffic) {
  session_->send("ping");
  peer_->read();
  EXPECT_EQ(peer_->next_line(), "ping");
  peer_->send("pong");
  world_.until([&] { return !owner_.lines.empty(); });
  const auto trip = session_->round_trip();
  ASSERT_TRUE(trip);
  EXPECT_GT(trip->smoothed.count(), 0);
  EXPECT_LE(trip->least, trip->smoothed + Milliseconds(1));
  session_->close();
  EXPECT_FALSE(session_->round_trip());
}

}  // namespace
}  // namespace referee
