#include "referee/net/dialler.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "tests/support/patience.h"
#include "tests/support/peer.h"

namespace referee {
namespace {

using test_support::kLong;
using test_support::Peer;
using test_support::World;

FileDescriptor tcp_socket() { return FileDescriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)); }

/// A port on which no process listens; while this object lives, no other process can listen on it.
class Port {
 public:
  Port() : socket_(tcp_socket()) {
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address_);
    EXPECT_EQ(::bind(socket_.get(), reinterpret_cast<sockaddr*>(&address_), size), 0);
    EXPECT_EQ(::getsockname(socket_.get(), reinterpret_cast<sockaddr*>(&address_), &size), 0);
  }
  /// From now on every connection attempt waits in the kernel: the queue of the port is full.
  void listen_deaf() {
    EXPECT_EQ(::listen(socket_.get(), 0), 0);
    for (int i = 0; i < 4; ++i) {
      callers_.push_back(tcp_socket());
      ::fcntl(callers_.back().get(), F_SETFL, O_NONBLOCK);
      (void)::connect(callers_.back().get(), reinterpret_cast<sockaddr*>(&address_), sizeof(address_));
    }
  }
  Address address() const { return {"127.0.0.1", ntohs(address_.sin_port)}; }

 private:
  FileDescriptor socket_;
  sockaddr_in address_{};
  std::vector<FileDescriptor> callers_;
};

class DiallerTest : public testing::Test {
 protected:
  void begin(const Address& address, Milliseconds patience = kLong) {
    result_.reset();
    world_.tasks().start("dial", dial(address, patience));
  }
  std::error_code error_of(const Address& address, Milliseconds patience = kLong) {
    begin(address, patience);
    world_.until([this] { return result_.has_value(); });
    return result_->error;
  }
  Task<> dial(Address address, Milliseconds patience) {
    Dialled dialled = co_await dialler_.dial(address, patience);
    result_ = std::move(dialled);
  }

  World world_;
  Dialler dialler_{world_.io()};
  std::optional<Dialled> result_;
};

TEST_F(DiallerTest, ConnectsByNumberAndByName) {
  int accepted = 0;
  Listener listener(world_.tasks(), {}, [&](int fd) {
    const FileDescriptor closes_it(fd);
    ++accepted;
  });
  for (const char* const host : {"127.0.0.1", "localhost"}) {
    EXPECT_FALSE(error_of({host, listener.port()})) << host;
    Peer peer(world_, std::move(result_->socket));
    EXPECT_EQ(peer.read_to_end(), "");
  }
  EXPECT_EQ(accepted, 2);
}

TEST_F(DiallerTest, SaysWhyThereIsNoConnectionAndMayBeUsedAgain) {
  const Port nobody;
  EXPECT_EQ(error_of(nobody.address()), std::errc::connection_refused);
  EXPECT_TRUE(error_of({"not a host", 1}));
  EXPECT_EQ(error_of(nobody.address()), std::errc::connection_refused);
  EXPECT_EQ(result_->socket.get(), -1);
}

TEST_F(DiallerTest, DoesNotWaitForEver) {
  Port deaf;
  deaf.listen_deaf();
  EXPECT_EQ(error_of(deaf.address(), Milliseconds(20)), std::errc::timed_out);
}

TEST_F(DiallerTest, CanBeCalledOff) {
  Port deaf;
  deaf.listen_deaf();
  begin(deaf.address());
  world_.poll();
  dialler_.cancel();
  world_.until([this] { return result_.has_value(); });
  EXPECT_EQ(result_->error, std::errc::operation_canceled);
  world_.run_dry();
}

}  // namespace
}  // namespace referee
