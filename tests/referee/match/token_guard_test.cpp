#include "referee/match/token_guard.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/documentation_address.h"

namespace referee {
namespace {

using namespace std::chrono_literals;
using test_support::documentation_address;

const TimePoint kStart{100s};

TEST(TokenGuard, TheDelayBeginsWithTheThirdWrongTokenAndDoubles) {
  // "After 3 wrong tokens for a name from one address the next one is not looked at for a second, then two,
  // then four, up to a minute."
  TokenGuard guard;
  TimePoint now = kStart;
  EXPECT_EQ(guard.wrong(documentation_address(1), "alice", now), 0ms);
  EXPECT_EQ(guard.wrong(documentation_address(1), "alice", now), 0ms);
  for (const auto delay : {1s, 2s, 4s, 8s, 16s, 32s, 60s, 60s}) {
    EXPECT_EQ(guard.wait_at(documentation_address(1), "alice", now), 0ms);
    EXPECT_EQ(guard.wrong(documentation_address(1), "alice", now), delay);
    EXPECT_EQ(guard.wait_at(documentation_address(1), "alice", now + 1ms), delay - 1ms);
    now += delay;
  }
}

TEST(TokenGuard, IsForOneNameFromOneAddress) {
  TokenGuard guard;
  for (int i = 0; i < 5; ++i) {
    guard.wrong(documentation_address(1), "alice", kStart);
  }
  EXPECT_GT(guard.wait_at(documentation_address(1), "alice", kStart), 0ms);
  EXPECT_EQ(guard.wait_at(documentation_address(1), "bob", kStart), 0ms);
  EXPECT_EQ(guard.wait_at(documentation_address(2), "alice", kStart), 0ms);
}

TEST(TokenGuard, WhoHasShownTheRightTokenIsNotLockedOutByNeighbours) {
  TokenGuard guard;
  guard.right(documentation_address(1), "alice");
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(guard.wrong(documentation_address(1), "alice", kStart), 0ms);
  }
  EXPECT_EQ(guard.wait_at(documentation_address(1), "alice", kStart), 0ms);
}

TEST(TokenGuard, ForgetsAfterTenMinutes) {
  TokenGuard guard;
  for (int i = 0; i < 3; ++i) {
    guard.wrong(documentation_address(1), "alice", kStart);
  }
  EXPECT_EQ(guard.wrong(documentation_address(1), "alice", kStart + 10min), 0ms);
}

TEST(TokenGuard, KeepsABoundedNumber) {
  TokenGuard guard;
  guard.right(documentation_address(1), "alice");
  for (std::size_t i = 0; i < TokenGuard::kMostKept + 10; ++i) {
    guard.wrong(documentation_address(2), "n" + std::to_string(i), kStart);
  }
  EXPECT_EQ(guard.wrong(documentation_address(2), "n0", kStart), 0ms) << "forgotten, to make room";
  EXPECT_EQ(guard.wrong(documentation_address(1), "alice", kStart), 0ms);
  EXPECT_EQ(guard.wrong(documentation_address(1), "alice", kStart), 0ms);
  EXPECT_EQ(guard.wrong(documentation_address(1), "alice", kStart), 0ms) << "never forgotten";
}

}  // namespace
}  // namespace referee
