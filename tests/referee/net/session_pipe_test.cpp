#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "referee/base/file_descriptor.h"
#include "referee/net/session.h"
#include "tests/referee/net/megabyte.h"
#include "tests/support/collecting_owner.h"
#include "tests/support/world.h"

// What is different where a bot's standard input and output are pipes: one of them may close alone, and bytes
// have no time stamp.

namespace referee {
namespace {

using test_support::CollectingOwner;
using test_support::World;
using Texts = std::vector<std::string>;

class SessionPipe : public testing::Test {
 protected:
  SessionPipe() {
    Pipe to_bot = make_pipe();
    Pipe from_bot = make_pipe();
    stdin_ = std::move(to_bot.read);
    stdout_ = std::move(from_bot.write);
    set_nonblocking(stdin_.get());
    session_ = Session::open(world_.tasks(),
                             StampedConnection(std::move(from_bot.read), std::move(to_bot.write)), owner_);
  }
  ~SessionPipe() override { session_->close(); }

  void say(const std::string& text) { write_all(stdout_, text, "standard output"); }
  /// Reads what has arrived for the bot; `end`: the referee has closed the pipe.
  std::string receive(bool& end) {
    std::string text;
    std::array<char, 64 * 1024> chunk{};
    ssize_t size = 0;
    while ((size = ::read(stdin_.get(), chunk.data(), chunk.size())) > 0) {
      text.append(chunk.data(), static_cast<std::size_t>(size));
    }
    end = size == 0;
    return text;
  }
  std::string receive() {
    bool end = false;
    return receive(end);
  }
  std::string receive_to_end() {
    std::string text;
    bool end = false;
    world_.until([&] {
      text += receive(end);
      return end;
    });
    return text;
  }
  void until_lines(std::size_t count) {
    world_.until([&] { return owner_.lines.size() >= count; });
  }

  World world_;
  CollectingOwner owner_;
  FileDescriptor stdin_;   // the bot's
  FileDescriptor stdout_;  // the bot's
  std::shared_ptr<Session> session_;
};

TEST_F(SessionPipe, LinesGoBothWaysAndHaveTheTimeOfReading) {
  const TimePoint before = std::chrono::steady_clock::now();
  session_->send("turn");
  EXPECT_TRUE(session_->all_sent());
  EXPECT_EQ(receive(), "turn\n");
  say("one\ntw");
  say("o\n");
  until_lines(2);
  EXPECT_EQ(owner_.texts(), (Texts{"one", "two"}));
  for (const CollectingOwner::Line& line : owner_.lines) {
    EXPECT_EQ(line.arrival.source, StampSource::read);
    EXPECT_GE(line.arrival.at, before);
    EXPECT_LE(line.arrival.earliest, line.arrival.at);
    EXPECT_EQ(line.arrival.real, Nanoseconds(0));
  }
  EXPECT_EQ(session_->stamp_source(), StampSource::read);
  EXPECT_EQ(session_->round_trip(), std::nullopt);
}

TEST_F(SessionPipe, WhatWasSaidBeforeTheEndIsHeardFirst) {
  say("last words\nhalf a li");
  stdout_ = FileDescriptor();
  world_.until([&] { return !owner_.closed.empty(); });
  EXPECT_EQ(owner_.texts(), Texts{"last words"});
  EXPECT_EQ(owner_.closed, std::vector{CloseReason::peer});
  EXPECT_FALSE(session_->is_open());
  world_.run_dry();
}

TEST_F(SessionPipe, ABotThatClosesItsInputIsStillHeard) {
  stdin_ = FileDescriptor();
  session_->send("into nothing");
  session_->send("again");
  EXPECT_TRUE(session_->all_sent());
  say("still here\n");
  until_lines(1);
  EXPECT_TRUE(session_->is_open());
  EXPECT_TRUE(owner_.closed.empty());
}

TEST_F(SessionPipe, ABotThatClosesItsInputWhileMuchWaitsForItIsStillHeard) {
  const std::string big(kMegabyte, 'x');
  session_->send(big);
  EXPECT_FALSE(session_->all_sent());
  stdin_ = FileDescriptor();
  world_.until([&] { return session_->all_sent(); });
  EXPECT_EQ(owner_.sent, 1);
  say("still here\n");
  until_lines(1);
  EXPECT_TRUE(session_->is_open());
}

TEST_F(SessionPipe, ATurnBeginsWithTheFirstBytesThatThePipeTakes) {
  const TimePoint before = std::chrono::steady_clock::now();
  session_->send_turn(std::string(kMegabyte, 'x'));
  EXPECT_FALSE(session_->all_sent());
  ASSERT_TRUE(session_->turn_begun_at());
  EXPECT_GE(*session_->turn_begun_at(), before);
}

TEST_F(SessionPipe, ATurnBehindALineThatIsNotReadBeginsOnceItsFirstBytesAreTaken) {
  session_->send(std::string(kMegabyte, 'x'));
  session_->send_turn(std::string(kMegabyte, 'y'));
  EXPECT_FALSE(session_->turn_begun_at());
  std::string text;
  world_.until([&] {
    text += receive();
    return session_->turn_begun_at().has_value();
  });
  EXPECT_FALSE(session_->all_sent());
  EXPECT_EQ(owner_.sent, 1) << "the owner is told of the beginning";
  world_.until([&] {
    text += receive();
    return session_->all_sent();
  });
  EXPECT_EQ(owner_.sent, 2) << "and of the end";
  EXPECT_GE(text.size(), 2 * kMegabyte - 64 * 1024);
}

TEST_F(SessionPipe, FinishSendsEverythingThenTheEndAndDropsWhatComesAfter) {
  const std::string big(kMegabyte, 'x');
  session_->send(big);
  session_->finish();
  say("a move that nobody waits for\n");
  EXPECT_TRUE(receive_to_end() == big + "\n");
  stdout_ = FileDescriptor();
  world_.until([&] { return !session_->is_open(); });
  EXPECT_TRUE(owner_.lines.empty());
  EXPECT_TRUE(owner_.closed.empty()) << "not called after finish()";
  world_.run_dry();
  EXPECT_EQ(world_.tasks().running(), 0U);
}

}  // namespace
}  // namespace referee
