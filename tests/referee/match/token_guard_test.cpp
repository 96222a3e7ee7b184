#include "referee/match/token_guard.h"

#include <gtest/gtest.h>
#include <netinet/in.h>

#include <cstring>
#include <string>

namespace referee {
namespace {

using namespace std::chrono_literals;

const TimePoint kStart{100s};

PeerAddress address(std::uint8_t number) {
  sockaddr_in ip{};
  ip.sin_family = AF_INET;
  ip.sin_addr.s_addr = htonl(0xc0000200U + number);
  sockaddr_storage name{};
  std::memcpy(&name, &ip, sizeof(ip));
  return PeerAddress::of(name);
}

TEST(TokenGuard, TheDelayBeginsWithTheThirdWrongTokenAndDoubles) {
  // "After 3 wrong tokens for a name from one address the next one is not looked at for a second, then two,
  // then four, up to a minute."
  TokenGuard guard;
  TimePoint now = kStart;
  EXPECT_EQ(guard.wrong(address(1), "alice", now), 0ms);
  EXPECT_EQ(guard.wrong(address(1), "alice", now), 0ms);
  for (const auto delay : {1s, 2s, 4s, 8s, 16s, 32s, 60s, 60s}) {
    EXPECT_EQ(guard.wait_at(address(1), "alice", now), 0ms);
    EXPECT_EQ(guard.wrong(address(1), "alice", now), delay);
    EXPECT_EQ(guard.wait_at(address(1), "alice", now + 1ms), delay - 1ms);
    now += delay;
  }
}

TEST(TokenGuard, IsForOneNameFromOneAddress) {
  TokenGuard guard;
  for (int i = 0; i < 5; ++i) {
    guard.wrong(address(1), "alice", kStart);
  }
  EXPECT_GT(guard.wait_at(address(1), "alice", kStart), 0ms);
  EXPECT_EQ(guard.wait_at(address(1), "bob", kStart), 0ms);
  EXPECT_EQ(guard.wait_at(address(2), "alice", kStart), 0ms);
}

TEST(TokenGuard, WhoHasShownTheRightTokenIsNotLockedOutByNeighbours) {
  TokenGuard guard;
  guard.right(address(1), "alice");
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(guard.wrong(address(1), "alice", kStart), 0ms);
  }
  EXPECT_EQ(guard.wait_at(address(1), "alice", kStart), 0ms);
}

TEST(TokenGuard, ForgetsAfterTenMinutes) {
  TokenGuard guard;
  for (int i = 0; i < 3; ++i) {
    guard.wrong(address(1), "alice", kStart);
  }
  EXPECT_EQ(guard.wrong(address(1), "alice", kStart + 10min), 0ms);
}

TEST(TokenGuard, KeepsABoundedNumber) {
  TokenGuard guard;
  guard.right(address(1), "alice");
  for (std::size_t i = 0; i < TokenGuard::kMostKept + 10; ++i) {
    guard.wrong(address(2), "n" + std::to_string(i), kStart);
  }
  EXPECT_EQ(guard.wrong(address(2), "n0", kStart), 0ms) << "forgotten, to make room";
  EXPECT_EQ(guard.wrong(address(1), "alice", kStart), 0ms);
  EXPECT_EQ(guard.wrong(address(1), "alice", kStart), 0ms);
  EXPECT_EQ(guard.wrong(address(1), "alice", kStart), 0ms) << "never forgotten";
}

}  // namespace
}  // namespace referee
