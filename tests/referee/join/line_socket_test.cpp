#include "referee/join/line_socket.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/peer.h"
#include "tests/support/world.h"

namespace referee {
namespace {

using test_support::Peer;

constexpr std::size_t kMaxLine = 100;

class LineSocketTest : public testing::Test {
 protected:
  LineSocketTest() {
    Loopback::Pair pair = world_.loopback().make_pair();
    socket_ = LineSocket::open(world_.tasks(), std::move(pair.ours), kMaxLine);
    peer_ = std::make_unique<Peer>(world_, std::move(pair.theirs), Peer::Reading::later);
  }
  ~LineSocketTest() override {
    socket_->close();
    peer_->close();
    world_.run_dry();
  }
  Task<> read_all() {
    while (const auto line = co_await socket_->next()) {
      read_.push_back(line->oversize ? "oversize" : std::string(line->text));
    }
    ended_ = true;
  }
  Task<> wait_for_room() {
    co_await LineSocket::room(socket_);
    has_room_ = true;
  }

  test_support::World world_;
  std::shared_ptr<LineSocket> socket_;
  std::unique_ptr<Peer> peer_;
  std::vector<std::string> read_;
  bool ended_ = false;
  bool has_room_ = false;
};

TEST_F(LineSocketTest, LinesArriveWholeInHoweverManyPieces) {
  world_.tasks().start("reader", read_all());
  peer_->send_bytes("one\ntw");
  world_.until([&] { return read_.size() == 1; });
  peer_->send_bytes("o\n" + std::string(kMaxLine + 1, 'x') + "\nthree\n");
  peer_->shutdown_send();
  world_.until([&] { return ended_; });
  EXPECT_EQ(read_, (std::vector<std::string>{"one", "two", "oversize", "three"}));
}

TEST_F(LineSocketTest, AllThatWasSentArrivesBeforeTheEnd) {
  const std::string line(1024 * 1024, 'x');
  for (int i = 0; i < 8; ++i) {
    socket_->send(line);
  }
  EXPECT_GT(socket_->unsent(), LineSocket::kRoom);
  socket_->finish();
  socket_->send("too late");
  peer_->read();
  EXPECT_EQ(peer_->read_to_end().size(), 8 * (line.size() + 1));
  EXPECT_EQ(socket_->unsent(), 0U);
}

TEST_F(LineSocketTest, WhoFillsItWaitsUntilTheOtherSideReads) {
  const std::string line(1024 * 1024, 'x');
  for (int i = 0; i < 8; ++i) {
    socket_->send(line);
  }
  world_.tasks().start("writer", wait_for_room());
  world_.poll();
  EXPECT_FALSE(has_room_);
  peer_->read();
  world_.until([&] { return has_room_; });
  EXPECT_LE(socket_->unsent(), LineSocket::kRoom);
}

TEST_F(LineSocketTest, ClosingItEndsItsReader) {
  world_.tasks().start("reader", read_all());
  world_.poll();
  socket_->close();
  world_.until([&] { return ended_; });
  socket_->send("to nobody");
  EXPECT_EQ(socket_->unsent(), 0U);
}

}  // namespace
}  // namespace referee
