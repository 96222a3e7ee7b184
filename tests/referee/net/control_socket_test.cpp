#include "referee/net/control_socket.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <boost/asio/post.hpp>

#include "referee/base/file_descriptor.h"
#include "referee/loop/event.h"
#include "referee/net/control_message.h"
#include "tests/support/complaint.h"
#include "tests/support/patience.h"
#include "tests/support/peer.h"
#include "tests/support/temp_folder.h"

namespace referee {
namespace {

using test_support::Json;
using test_support::kLong;
using test_support::Peer;
using test_support::World;
using testing::HasSubstr;

FileDescriptor unix_socket() { return FileDescriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)); }

FileDescriptor connect_to(const std::filesystem::path& path) {
  FileDescriptor socket = unix_socket();
  const sockaddr_un address = control_address(path);
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    throw std::system_error(errno, std::generic_category(), "connect");
  }
  return socket;
}

/// Leaves the socket file of a process that was killed: no process listens on it.
void leave_dead_socket(const std::filesystem::path& path) {
  const FileDescriptor socket = unix_socket();
  const sockaddr_un address = control_address(path);
  ASSERT_EQ(::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
}

/// A process that has listened and ends, while its socket is still open: by another of its process group.
[[noreturn]] void leave_dying_socket(const std::filesystem::path& path) {
  const sockaddr_un address = control_address(path);
  const int socket = unix_socket().release();
  const bool listens = ::setpgid(0, 0) == 0 &&
                       ::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 &&
                       ::listen(socket, 1) == 0;
  if (::fork() == 0) {
    ::pause();
  }
  ::_exit(listens ? 0 : 1);
}

mode_t mode_of(const std::filesystem::path& path) {
  struct stat status {};
  EXPECT_EQ(::lstat(path.c_str(), &status), 0);
  return status.st_mode & 07777;
}

class ControlSocketTest : public testing::Test {
 protected:
  ControlSocket& listen(Milliseconds idle = kLong) {
    socket_.emplace(
        world_.tasks(), path_, [this](ControlRequest request) { return carry_out(std::move(request)); },
        idle);
    return *socket_;
  }
  std::unique_ptr<Peer> dial() { return std::make_unique<Peer>(world_, connect_to(path_)); }
  /// Sends a line and takes the answer.
  static Json ask(Peer& peer, const std::string& line) {
    peer.send(line);
    return peer.next();
  }

  Task<ControlReply> carry_out(ControlRequest request) {
    requests_.push_back(request);
    if (request.command == "wait") {
      co_await released_.wait();
    }
    while (request.command == "stay" && !let_go_) {
      co_await changed_.changed();
    }
    if (request.command == "break") {
      throw std::runtime_error("no disk");
    }
    ControlReply reply;
    reply.ok = request.command != "refuse";
    reply.text = "did " + request.command;
    co_return reply;
  }

  World world_;
  test_support::TempFolder folder_;
  std::filesystem::path path_ = folder_ / "spring.db.ctl";
  Event released_{world_.io()};     // of one request "wait"
  Condition changed_{world_.io()};  // of any number of requests "stay"
  bool let_go_ = false;
  std::vector<ControlRequest> requests_;
  std::optional<ControlSocket> socket_;
};

TEST_F(ControlSocketTest, OneObjectALineInOneOut) {
  listen();
  const auto peer = dial();
  EXPECT_EQ(ask(*peer, R"({"command":"withdraw","arguments":["alice","has left"]})"),
            Json({{"ok", true}, {"text", "did withdraw"}}));
  ASSERT_EQ(requests_.size(), 1U);
  EXPECT_EQ(requests_[0].command, "withdraw");
  EXPECT_EQ(requests_[0].arguments, (std::vector<std::string>{"alice", "has left"}));
  EXPECT_EQ(ask(*peer, R"({"command":"refuse"})"), Json({{"ok", false}, {"text", "did refuse"}}));
  EXPECT_TRUE(requests_[1].arguments.empty());
}

TEST_F(ControlSocketTest, IsForItsOwnUserOnlyWhateverTheUmaskIs) {
  const mode_t before = ::umask(0);
  listen();
  ::umask(before);
  EXPECT_EQ(mode_of(path_), 0600U);
}

TEST_F(ControlSocketTest, GarbageIsAnsweredAndHarmsNothing) {
  listen();
  const auto peer = dial();
  for (const char* const garbage :
       {"", "status", "[]", "{}", R"({"command":7})", R"({"command":"status","arguments":"alice"})",
        R"({"command":"status","arguments":[1]})", R"({"command":"status","please":true})",
        "{\"command\":\"\xff\"}", "[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]"}) {
    const Json answer = ask(*peer, garbage);
    EXPECT_EQ(answer.at("ok"), false) << garbage;
    EXPECT_THAT(answer.at("text").get<std::string>(), HasSubstr("not a request")) << garbage;
  }
  EXPECT_TRUE(requests_.empty());
  EXPECT_EQ(ask(*peer, R"({"command":"status"})").at("ok"), true);
}

TEST_F(ControlSocketTest, LineOverTheLimitIsRefusedAndTheConnectionClosed) {
  listen();
  const auto peer = dial();
  peer->send_bytes(std::string(ControlSocket::kMaxLine + 2, 'x'));
  EXPECT_THAT(peer->next().at("text").get<std::string>(), HasSubstr("over 65536 bytes"));
  EXPECT_EQ(peer->read_to_end(), "");
}

TEST_F(ControlSocketTest, IdleConnectionsGiveWayToOneMore) {
  listen();
  std::vector<std::unique_ptr<Peer>> idle;
  for (std::size_t i = 0; i < ControlSocket::kMaxConnections; ++i) {
    idle.push_back(dial());
    EXPECT_EQ(ask(*idle.back(), R"({"command":"status"})").at("ok"), true);
  }
  for (int i = 0; i < 3; ++i) {
    const auto admin = dial();
    EXPECT_EQ(ask(*admin, R"({"command":"status"})").at("text"), "did status");
    EXPECT_EQ(idle[static_cast<std::size_t>(i)]->read_to_end(), "") << "the longest idle one";
    idle.push_back(dial());  // in place of one more, so that all places stay taken
    EXPECT_EQ(ask(*idle.back(), R"({"command":"status"})").at("ok"), true);
  }
  EXPECT_EQ(ask(*idle.back(), R"({"command":"status"})").at("ok"), true) << "the newest ones stay";
}

TEST_F(ControlSocketTest, OneMoreIsRefusedWhileRequestsOfAllAreCarriedOut) {
  listen();
  std::vector<std::unique_ptr<Peer>> peers;
  for (std::size_t i = 0; i < ControlSocket::kMaxConnections; ++i) {
    peers.push_back(dial());
    peers.back()->send(R"({"command":"stay"})");
    world_.until([&] { return requests_.size() == i + 1; });
  }
  const auto late = dial();
  EXPECT_EQ(late->next().at("text"), "too many control connections: try again");
  EXPECT_EQ(late->read_to_end(), "");
  let_go_ = true;
  changed_.notify();
  EXPECT_EQ(peers.front()->next().at("text"), "did stay");
  EXPECT_EQ(ask(*dial(), R"({"command":"status"})").at("ok"), true);
}

TEST_F(ControlSocketTest, IdleConnectionIsClosedEvenIfItDripsBytes) {
  listen(Milliseconds(20));
  const auto silent = dial();
  const auto half = dial();
  half->send_bytes(R"({"command":"sta)");
  EXPECT_EQ(silent->read_to_end(), "");
  EXPECT_EQ(half->read_to_end(), "");
}

TEST_F(ControlSocketTest, RequestUnderWayIsNotIdle) {
  listen(Milliseconds(1));
  const auto peer = dial();
  peer->send(R"({"command":"wait"})");
  world_.until([&] { return requests_.size() == 1; });
  world_.run(sleep(world_.io(), Milliseconds(10)));
  released_.set();
  EXPECT_EQ(peer->next().at("text"), "did wait");
}

TEST_F(ControlSocketTest, ClientThatVanishesHarmsNothing) {
  listen();
  dial()->send(R"({"command":"wait"})");
  world_.until([&] { return requests_.size() == 1; });
  dial()->send_bytes("{\"comm");
  released_.set();
  EXPECT_EQ(ask(*dial(), R"({"command":"status"})").at("ok"), true);
  socket_->close();
  world_.run_dry();
  EXPECT_FALSE(world_.tasks().first_failure());
}

TEST_F(ControlSocketTest, FailureOfTheRefereeIsToldAndKept) {
  listen();
  EXPECT_EQ(ask(*dial(), R"({"command":"break"})").at("text"), "the referee failed: no disk");
  world_.until([&] { return world_.tasks().first_failure() != nullptr; });
  EXPECT_EQ(ask(*dial(), R"({"command":"status"})").at("ok"), true);
}

TEST_F(ControlSocketTest, ClosingRemovesTheFileAnswersWhatIsUnderWayAndLetsTheLoopRunDry) {
  listen();
  const auto idle = dial();
  const auto busy = dial();
  EXPECT_EQ(ask(*idle, R"({"command":"status"})").at("ok"), true);
  busy->send(R"({"command":"wait"})");
  world_.until([&] { return requests_.size() == 2; });
  socket_->close();
  EXPECT_FALSE(std::filesystem::exists(path_));
  EXPECT_EQ(idle->read_to_end(), "");
  released_.set();
  EXPECT_EQ(busy->next().at("text"), "did wait");
  EXPECT_EQ(busy->read_to_end(), "");
  world_.run_dry();
  EXPECT_EQ(world_.tasks().running(), 0U);
}

TEST_F(ControlSocketTest, MayGoBeforeItsCoroutinesDo) {
  listen();
  const auto peer = dial();
  peer->send(R"({"command":"wait"})");
  world_.until([&] { return requests_.size() == 1; });
  socket_.reset();
  released_.set();
  EXPECT_EQ(peer->next().at("text"), "did wait");
  world_.run_dry();
}

TEST_F(ControlSocketTest, SocketOfADeadRefereeIsReplaced) {
  leave_dead_socket(path_);
  listen();
  EXPECT_EQ(ask(*dial(), R"({"command":"status"})").at("ok"), true);
}

TEST_F(ControlSocketTest, SocketOfARunningRefereeIsNot) {
  listen();
  EXPECT_THAT(test_support::complaint<std::system_error>(
                  [&] { const ControlSocket second(world_.tasks(), path_, nullptr); }),
              HasSubstr("control socket " + path_.string() + ": a running referee has it"));
  EXPECT_EQ(ask(*dial(), R"({"command":"status"})").at("ok"), true);
}

// kill -9 takes a process apart: its store may be closed, and taken over, while its socket is still open.
TEST_F(ControlSocketTest, SocketOfARefereeThatIsBeingTakenApartIsReplaced) {
  const pid_t dying = ::fork();
  if (dying == 0) {
    leave_dying_socket(path_);
  }
  siginfo_t ended{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(dying), &ended, WEXITED | WNOWAIT), 0);
  (void)connect_to(path_);  // it still listens
  listen();
  EXPECT_EQ(ask(*dial(), R"({"command":"status"})").at("ok"), true);
  ::kill(-dying, SIGKILL);
  ::waitpid(dying, nullptr, 0);
}

TEST_F(ControlSocketTest, SomethingElseAtThePathIsLeftAlone) {
  test_support::write_file(path_, "results");
  EXPECT_THROW(listen(), std::system_error);
  EXPECT_EQ(test_support::read_file(path_), "results");
}

TEST_F(ControlSocketTest, SocketOfASuccessorIsLeftAlone) {
  listen();
  std::filesystem::remove(path_);
  const ControlSocket successor(world_.tasks(), path_, nullptr);
  socket_->close();
  EXPECT_TRUE(std::filesystem::exists(path_));
}

TEST_F(ControlSocketTest, PathTooLongForASocketIsNamed) {
  path_ = folder_ / std::string(120, 'x');
  EXPECT_THAT(test_support::complaint([&] { listen(); }), HasSubstr("bytes, expected 1 to 107"));
}

TEST_F(ControlSocketTest, ClientAsksAndGetsTheAnswer) {
  listen();
  ControlReply reply;
  bool answered = false;
  std::thread client([&] {
    reply = ask_referee(path_, {"rerun", {"r1t1g1", "line\nbreak"}});
    boost::asio::post(world_.io(), [&] { answered = true; });
  });
  world_.until([&] { return answered; });
  client.join();
  EXPECT_TRUE(reply.ok);
  EXPECT_EQ(reply.text, "did rerun");
  EXPECT_EQ(requests_.at(0).arguments.at(1), "line\nbreak");
}

TEST_F(ControlSocketTest, ClientSaysWhenNobodyAnswers) {
  for (const bool dead : {false, true}) {
    if (dead) {
      leave_dead_socket(path_);
    }
    EXPECT_THAT(test_support::complaint<std::runtime_error>([&] {
                  (void)ask_referee(path_, {"status", {}});
                }),
                HasSubstr("no referee answers at " + path_.string()));
  }
}

TEST_F(ControlSocketTest, ClientDoesNotWaitForEver) {
  const FileDescriptor silent = unix_socket();
  const sockaddr_un address = control_address(path_);
  ASSERT_EQ(::bind(silent.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  ASSERT_EQ(::listen(silent.get(), 1), 0);
  EXPECT_THROW((void)ask_referee(path_, {"status", {}}, Milliseconds(10)), std::system_error);
}

TEST(ControlMessage, AnswerOfSomethingElseIsRefused) {
  for (const char* const line :
       {"", "HTTP/1.1 400 Bad Request", "{}", R"({"ok":1,"text":""})", R"({"ok":true})"}) {
    EXPECT_THROW((void)read_control_reply(line), std::runtime_error) << line;
  }
  EXPECT_EQ(read_control_reply(line_of(ControlReply{true, "\xff\n\"x"})).text, "\xEF\xBF\xBD\n\"x");
}

}  // namespace
}  // namespace referee
