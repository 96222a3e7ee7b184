#include "referee/join/join.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <optional>
#include <sstream>
#include <vector>

#include "referee/net/listener.h"
#include "tests/support/peer.h"
#include "tests/support/temp_folder.h"

// `referee join` as an object on the test's loop; the test is the referee, on loopback sockets.

namespace referee {
namespace {

using test_support::Json;
using test_support::Peer;
using testing::HasSubstr;

constexpr const char* kWelcome = R"({"type":"welcome","protocol":1,"server":"referee","name":"alice"})";
constexpr const char* kBye = R"({"type":"bye","reason":"over"})";

class JoinTest : public testing::Test {
 protected:
  JoinTest() {
    spec_.name = "alice";
    spec_.token = "secret";
    spec_.command.argv = {"no-such-bot"};
    spec_.addresses = {{"127.0.0.1", listener_.port()}};
  }
  ~JoinTest() override {
    listener_.close();
    referees_.clear();
    world_.run_dry();
  }

  void start() {
    join_.emplace(world_.tasks(), spec_, out_);
    world_.tasks().start("join", run());
  }
  Task<> run() { end_ = co_await join_->run(); }
  JoinEnd end() {
    world_.until([&] { return end_.has_value(); });
    return *end_;
  }
  /// The referee's end of that connection, counted from 0, after hello.
  Peer& referee(std::size_t connection) {
    world_.until([&] { return referees_.size() > connection; });
    hello_ = referees_[connection]->next();
    return *referees_[connection];
  }

  test_support::World world_;
  std::vector<std::unique_ptr<Peer>> referees_;
  Listener listener_{world_.tasks(), {}, [this](int fd) {
                       referees_.push_back(std::make_unique<Peer>(world_, FileDescriptor(fd)));
                     }};
  JoinSpec spec_;
  std::ostringstream out_;
  std::optional<Join> join_;
  std::optional<JoinEnd> end_;
  Json hello_;
};

TEST_F(JoinTest, SaysHelloWithItsTokenAndEndsWithBye) {
  start();
  Peer& peer = referee(0);
  EXPECT_EQ(hello_.at("type"), "hello");
  EXPECT_EQ(hello_.at("name"), "alice");
  EXPECT_EQ(hello_.at("token"), "secret");
  peer.send(kWelcome);
  peer.send(kBye);
  EXPECT_EQ(end(), JoinEnd::bye);
}

TEST_F(JoinTest, ItSaysHelloAgainBeforeAnotherMatch) {
  start();
  Peer& peer = referee(0);
  EXPECT_EQ(hello_.at("features"), Json::parse(R"(["new_match"])"));
  peer.send(kWelcome);
  peer.send(R"({"type":"new_match"})");
  EXPECT_EQ(peer.next(), hello_);
  peer.send(kBye);
  EXPECT_EQ(end(), JoinEnd::bye);
}

TEST_F(JoinTest, AWrongTokenIsNotTriedAgain) {
  start();
  referee(0).send(R"({"type":"error","code":"bad_token","message":"not that of alice"})");
  EXPECT_EQ(end(), JoinEnd::refused);
  EXPECT_EQ(referees_.size(), 1U);
  EXPECT_THAT(out_.str(), HasSubstr("not that of alice"));
}

TEST_F(JoinTest, ALostConnectionIsDialledAgain) {
  start();
  Peer& first = referee(0);
  first.send(kWelcome);
  first.close();
  Peer& second = referee(1);
  EXPECT_EQ(hello_.at("token"), "secret");
  second.send(kWelcome);
  second.send(kBye);
  EXPECT_EQ(end(), JoinEnd::bye);
}

TEST_F(JoinTest, ANewTokenIsKeptAndUsedOnTheNextConnection) {
  const test_support::TempFolder folder;
  spec_.token.clear();
  spec_.token_file = folder / "token";
  start();
  Peer& first = referee(0);
  EXPECT_FALSE(hello_.contains("token")) << hello_;
  Json welcome = Json::parse(kWelcome);
  welcome["token"] = "0a1b2c3d";
  first.send(welcome.dump());
  first.close();
  Peer& second = referee(1);
  EXPECT_EQ(hello_.at("token"), "0a1b2c3d");
  EXPECT_EQ(test_support::read_file(spec_.token_file), "0a1b2c3d\n");
  EXPECT_THAT(out_.str(), testing::Not(HasSubstr("0a1b2c3d"))) << "a secret is not printed";
  second.send(kBye);
  EXPECT_EQ(end(), JoinEnd::bye);
}

TEST_F(JoinTest, WhoeverAnswersNothingOfTheProtocolIsLeft) {
  spec_.dials = 1;
  start();
  referee(0).send("HTTP/1.1 400 Bad Request");
  EXPECT_EQ(end(), JoinEnd::gave_up);
  EXPECT_THAT(out_.str(), HasSubstr("not a message of a referee"));
}

TEST_F(JoinTest, TheNextAddressIsDialledIfNobodyListensAtTheFirst) {
  spec_.dials = 1;
  const FileDescriptor unused(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  ASSERT_EQ(::bind(unused.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::getsockname(unused.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
  spec_.addresses.insert(spec_.addresses.begin(), {"127.0.0.1", ntohs(address.sin_port)});
  start();
  referee(0).send(kBye);
  EXPECT_EQ(end(), JoinEnd::bye);
}

TEST_F(JoinTest, StoppedItClosesItsConnection) {
  start();
  Peer& peer = referee(0);
  peer.send(kWelcome);
  join_->stop();
  EXPECT_EQ(end(), JoinEnd::stopped);
  EXPECT_EQ(peer.read_to_end(), "");
}

}  // namespace
}  // namespace referee
