#include "referee/join/join.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
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
constexpr const char* kNewMatch = R"({"type":"new_match"})";
constexpr const char* kStart = R"({"type":"start","match":"m1","game":"walls","commitment":"c1"})";
constexpr const char* kEnd = R"({"type":"end","match":"m1","rank":1})";
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

/// What a bot that starts up slowly says, and what it is told before its first turn: it says hello once the
/// test opens its pipe, and then repeats what it is told.
class SlowStart : public JoinTest {
 protected:
  SlowStart() {
    EXPECT_EQ(::mkfifo(pipe_.c_str(), 0600), 0);
    spec_.command.argv = {"sh", "-c",
                          "echo loading; read go < '" + pipe_.string() +
                              R"('; echo '{"type":"hello","protocol":1}'; exec cat)"};
  }
  Peer& welcome(std::size_t connection) {
    Peer& peer = referee(connection);
    peer.send(kWelcome);
    return peer;
  }
  /// How often the bot has been started.
  std::size_t starts() const { return count_of("got 'loading'"); }
  std::size_t welcomes() const { return count_of("join: welcome"); }
  void until_bot_starts_up(std::size_t times = 1) {
    world_.until([&] { return starts() == times; });
  }
  /// From now on it has started up.
  void let_go() { test_support::write_file(pipe_, "\n"); }
  void leave(Peer& peer) {
    peer.send(kBye);
    EXPECT_EQ(end(), JoinEnd::bye);
  }

  std::size_t count_of(std::string_view words) const {
    const std::string all = out_.str();
    std::size_t count = 0;
    for (std::size_t at = all.find(words); at != std::string::npos; at = all.find(words, at + 1)) {
      ++count;
    }
    return count;
  }

  test_support::TempFolder folder_;
  std::filesystem::path pipe_ = folder_ / "go";
};

TEST_F(SlowStart, IsOverBeforeItSaysHelloAgainAndTheSameProcessPlays) {
  start();
  Peer& peer = welcome(0);
  EXPECT_EQ(hello_.at("features"), Json::parse(R"(["new_match"])"));
  peer.send(kNewMatch);
  until_bot_starts_up();
  world_.poll();
  EXPECT_EQ(peer.unread(), "") << "the referee waits for the hello";
  let_go();
  EXPECT_EQ(peer.next(), hello_);
  peer.send(kStart);
  EXPECT_EQ(peer.next(), Json::parse(kWelcome));
  EXPECT_EQ(peer.next(), Json::parse(kStart));
  EXPECT_EQ(starts(), 1U) << "it was started once";
  leave(peer);
}

TEST_F(SlowStart, AMatchThatBeginsWithoutItGetsItsHelloLate) {
  start();
  Peer& peer = welcome(0);
  peer.send(kNewMatch);
  until_bot_starts_up();
  peer.send(kStart);
  let_go();
  EXPECT_EQ(peer.next(), hello_) << "so that the referee asks again before the next match";
  EXPECT_EQ(peer.next(), Json::parse(kWelcome));
  EXPECT_EQ(peer.next(), Json::parse(kStart));
  leave(peer);
}

TEST_F(SlowStart, GoesOnWhileTheConnectionIsMadeAgain) {
  start();
  Peer& first = welcome(0);
  first.send(kNewMatch);
  until_bot_starts_up();
  first.close();
  Peer& second = welcome(1);
  second.send(kNewMatch);
  world_.until([&] { return welcomes() == 2; });
  world_.poll();
  EXPECT_EQ(second.unread(), "");
  let_go();
  EXPECT_EQ(second.next(), hello_);
  second.send(kNewMatch);
  EXPECT_EQ(second.next(), hello_) << "no match has begun: it is as good as new";
  EXPECT_EQ(starts(), 1U);
  leave(second);
}

TEST_F(SlowStart, EachMatchHasAProcessOfItsOwn) {
  start();
  Peer& peer = welcome(0);
  for (int match = 0; match < 2; ++match) {
    peer.send(kNewMatch);
    until_bot_starts_up(static_cast<std::size_t>(match) + 1);
    let_go();
    EXPECT_EQ(peer.next(), hello_);
    peer.send(kStart);
    EXPECT_EQ(peer.next()["type"], "welcome");
    EXPECT_EQ(peer.next()["type"], "start");
    peer.send(kEnd);
  }
  leave(peer);
}

TEST_F(JoinTest, ABotThatEndsWhileItStartsUpHoldsNobodyUpAndIsStartedAgainForItsMatch) {
  spec_.command.argv = {"sh", "-c", "exit 3"};
  start();
  Peer& peer = referee(0);
  peer.send(kWelcome);
  peer.send(kNewMatch);
  EXPECT_EQ(peer.next(), hello_);
  EXPECT_THAT(out_.str(), HasSubstr("exit status 3 before its game began"));
  peer.send(kStart);
  const Json ended = peer.next();
  EXPECT_EQ(ended["type"], "ended");
  EXPECT_EQ(ended["match"], "m1");
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
