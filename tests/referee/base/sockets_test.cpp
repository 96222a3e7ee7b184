#include "referee/base/sockets.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <csignal>
#include <string>
#include <vector>

#include "tests/support/stamping_loopback.h"

namespace referee {
namespace {

sockaddr_in address_of(int fd, int (*ask)(int, sockaddr*, socklen_t*)) {
  sockaddr_in name{};
  socklen_t size = sizeof(name);
  EXPECT_EQ(ask(fd, reinterpret_cast<sockaddr*>(&name), &size), 0);
  return name;
}

int option(int fd, int level, int name) {
  int value = 0;
  socklen_t size = sizeof(value);
  EXPECT_EQ(::getsockopt(fd, level, name, &value, &size), 0);
  return value;
}

TEST(Loopback, StampsComeHere) {
  // "Linux gives it for TCP and loopback"
  EXPECT_TRUE(test_support::stamping_loopback().stamps());
}

TEST(Loopback, TheEndsOfAPairAreConnectedToEachOther) {
  // "stdin/stdout on a loopback TCP pair (...; NODELAY both ends; checked by getpeername"
  Loopback loopback;
  std::vector<Loopback::Pair> pairs;
  for (int i = 0; i < 20; ++i) {
    pairs.push_back(loopback.make_pair());
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto ours = address_of(pairs[i].ours.get(), ::getpeername);
    const auto theirs = address_of(pairs[i].theirs.get(), ::getsockname);
    EXPECT_EQ(ours.sin_port, theirs.sin_port);
    EXPECT_EQ(ours.sin_addr.s_addr, htonl(INADDR_LOOPBACK));
    const std::string word = "pair " + std::to_string(i);
    ASSERT_EQ(::send(pairs[i].theirs.get(), word.data(), word.size(), 0), static_cast<ssize_t>(word.size()));
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    std::string word(6 + (i > 9 ? 1 : 0), '\0');
    ASSERT_EQ(::recv(pairs[i].ours.get(), word.data(), word.size(), MSG_WAITALL),
              static_cast<ssize_t>(word.size()));
    EXPECT_EQ(word, "pair " + std::to_string(i));
  }
}

TEST(Loopback, BothEndsSendAtOnceAndDoNotReachABot) {
  Loopback loopback;
  const auto pair = loopback.make_pair();
  for (const int fd : {pair.ours.get(), pair.theirs.get()}) {
    EXPECT_NE(option(fd, IPPROTO_TCP, TCP_NODELAY), 0);
    EXPECT_NE(::fcntl(fd, F_GETFD) & FD_CLOEXEC, 0);
  }
  EXPECT_NE(option(pair.ours.get(), SOL_SOCKET, SO_TIMESTAMPING), 0);
  EXPECT_EQ(::fcntl(pair.theirs.get(), F_GETFL) & O_NONBLOCK, 0) << "a bot's standard input blocks";
}

/// Interrupts system calls by signals, many thousand times a second.
class SignalStorm {
 public:
  SignalStorm() {
    struct sigaction action {};
    action.sa_handler = [](int) {};  // without SA_RESTART, like Asio's handlers
    ::sigaction(SIGALRM, &action, &before_);
    const itimerval often{{0, 50}, {0, 50}};
    ::setitimer(ITIMER_REAL, &often, nullptr);
  }
  ~SignalStorm() {
    const itimerval never{};
    ::setitimer(ITIMER_REAL, &never, nullptr);
    ::sigaction(SIGALRM, &before_, nullptr);
  }
  SignalStorm(const SignalStorm&) = delete;
  SignalStorm& operator=(const SignalStorm&) = delete;

 private:
  struct sigaction before_ {};
};

TEST(Loopback, SignalsDoNotBreakAPairOff) {
  // One bot may end, with a SIGCHLD, while the referee launches the next.
  const SignalStorm storm;
  for (int i = 0; i < 50; ++i) {
    Loopback loopback;
    for (int pair = 0; pair < 20; ++pair) {
      ASSERT_NO_THROW((void)loopback.make_pair());
    }
  }
}

TEST(Loopback, AStrangerOnThePortIsNotTakenForTheBot) {
  Loopback loopback;
  const auto probe = loopback.make_pair();
  const sockaddr_in port = address_of(probe.ours.get(), ::getsockname);
  const FileDescriptor stranger(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ASSERT_EQ(::connect(stranger.get(), reinterpret_cast<const sockaddr*>(&port), sizeof(port)), 0);
  const auto pair = loopback.make_pair();
  EXPECT_EQ(address_of(pair.ours.get(), ::getpeername).sin_port,
            address_of(pair.theirs.get(), ::getsockname).sin_port);
  EXPECT_NE(address_of(pair.ours.get(), ::getpeername).sin_port,
            address_of(stranger.get(), ::getsockname).sin_port);
}

}  // namespace

}  // namespace referee
