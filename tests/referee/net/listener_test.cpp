#include "referee/net/listener.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "referee/net/session.h"
#include "tests/support/collecting_owner.h"
#include "tests/support/complaint.h"
#include "tests/support/peer.h"

namespace referee {
namespace {

using test_support::CollectingOwner;
using test_support::Peer;
using test_support::World;

FileDescriptor connect_to(std::uint16_t port) {
  FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  return socket;
}

class ListenerTest : public testing::Test {
 protected:
  std::unique_ptr<Listener> listen(const Address& address = {}) {
    return std::make_unique<Listener>(world_.tasks(), address,
                                      [this](int fd) { accepted_.emplace_back(fd); });
  }

  World world_;
  std::vector<FileDescriptor> accepted_;
};

TEST_F(ListenerTest, PortZeroIsAnyFreeOneAndTheAddressTellsWhich) {
  const auto one = listen();
  const auto other = listen();
  EXPECT_NE(one->port(), 0);
  EXPECT_NE(one->port(), other->port());
  EXPECT_EQ(one->address(), "127.0.0.1:" + std::to_string(one->port()));
}

TEST_F(ListenerTest, ConnectionsAreHandedOverInOrder) {
  const auto listener = listen();
  std::vector<FileDescriptor> dialled;
  for (int i = 0; i < 5; ++i) {
    dialled.push_back(connect_to(listener->port()));
  }
  world_.until([&] { return accepted_.size() == 5; });
  for (std::size_t i = 0; i < 5; ++i) {
    sockaddr_in peer{};
    sockaddr_in self{};
    socklen_t size = sizeof(peer);
    ASSERT_EQ(::getpeername(accepted_[i].get(), reinterpret_cast<sockaddr*>(&peer), &size), 0);
    ASSERT_EQ(::getsockname(dialled[i].get(), reinterpret_cast<sockaddr*>(&self), &size), 0);
    EXPECT_EQ(peer.sin_port, self.sin_port);
  }
}

TEST_F(ListenerTest, AcceptedSocketsHaveStamps) {
  // "SO_TIMESTAMPING, software RX, set on the listener and inherited"
  const auto listener = listen();
  Peer peer(world_, connect_to(listener->port()));
  world_.until([&] { return !accepted_.empty(); });
  CollectingOwner owner;
  const auto session = Session::open(world_.tasks(), accepted_.front().release(), owner);
  peer.send("stamped?");
  world_.until([&] { return !owner.lines.empty(); });
  EXPECT_EQ(owner.lines.front().arrival.source, StampSource::kernel);
  session->close();
}

TEST_F(ListenerTest, AnAddressInUseIsNamed) {
  const auto listener = listen();
  EXPECT_THAT(test_support::complaint<std::system_error>([&] {
                const auto second = listen({"127.0.0.1", listener->port()});
              }),
              testing::StartsWith("cannot listen on " + listener->address() + ": Address already in use"));
}

TEST_F(ListenerTest, AHostThatIsNoneIsNamed) {
  EXPECT_THAT(test_support::complaint<std::system_error>([&] {
                const auto listener = listen({"not an address", 0});
              }),
              testing::StartsWith("cannot listen on not an address"));
}

TEST_F(ListenerTest, ClosingItLetsTheLoopRunDry) {
  const auto listener = listen();
  world_.poll();
  EXPECT_EQ(world_.tasks().running(), 1U);
  listener->close();
  world_.run_dry();
  EXPECT_EQ(world_.tasks().running(), 0U);
  EXPECT_FALSE(world_.tasks().first_failure());
}

}  // namespace

}  // namespace referee
