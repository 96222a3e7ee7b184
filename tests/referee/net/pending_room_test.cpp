#include "referee/net/pending_room.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <vector>

#include "tests/support/documentation_address.h"

namespace referee {
namespace {

using namespace std::chrono_literals;
using test_support::documentation_address;

const TimePoint kOpened{100s};

/// Enters `count` connections of an address; those that were let in.
std::vector<PendingRoom::Id> fill(PendingRoom& room, std::uint8_t from, std::size_t count, TimePoint at) {
  std::vector<PendingRoom::Id> in;
  for (std::size_t i = 0; i < count; ++i) {
    const auto entry = room.enter(documentation_address(from), at);
    EXPECT_FALSE(entry.instead_of);
    if (entry.id) {
      in.push_back(*entry.id);
    }
  }
  return in;
}

TEST(PendingRoom, AFullAddressIsRefusedUntilItsOldestHasHadItsGrace) {
  PendingRoom room({.in_all = 100, .per_address = 3, .grace = 500ms});
  const auto in = fill(room, 1, 3, kOpened);
  const auto early = room.enter(documentation_address(1), kOpened + 200ms);
  EXPECT_FALSE(early.id);
  EXPECT_FALSE(early.instead_of);
  EXPECT_EQ(early.retry_after, 300ms);
  EXPECT_EQ(room.enter(documentation_address(1), kOpened + 500ms - 1us).retry_after, 1ms) << "never zero";
  const auto later = room.enter(documentation_address(1), kOpened + 500ms);
  EXPECT_TRUE(later.id);
  EXPECT_EQ(later.instead_of, in.front());
  EXPECT_EQ(room.size(), 3U);
  EXPECT_TRUE(room.enter(documentation_address(2), kOpened).id) << "another address is not concerned";
}

TEST(PendingRoom, AFloodFromTheSameAddressLeavesASlowHelloItsTime) {
  // 2,600 connections a second, none of which says hello, and a bot that takes 100 ms for it, 100 times.
  PendingRoom room;
  const auto silent = 385us;
  TimePoint now = kOpened;
  std::set<PendingRoom::Id> lost;
  const auto flood_until = [&](TimePoint end) {
    for (; now < end; now += silent) {
      const auto entry = room.enter(documentation_address(1), now);
      EXPECT_TRUE(entry.id);
      if (entry.instead_of) {
        lost.insert(*entry.instead_of);
      }
    }
  };
  flood_until(kOpened + 5s);
  for (int bot = 0; bot < 100; ++bot) {
    const auto entry = room.enter(documentation_address(1), now);
    ASSERT_TRUE(entry.id);
    flood_until(now + 100ms);
    ASSERT_FALSE(lost.contains(*entry.id));
    room.leave(*entry.id);
  }
  EXPECT_EQ(room.size(), PendingRoom::Limits().per_address - 1) << "full, but for the last bot";
}

TEST(PendingRoom, WhoHasSaidHelloIsNotCounted) {
  PendingRoom room({.in_all = 3, .per_address = 2, .grace = 500ms});
  for (int i = 0; i < 400; ++i) {  // bots behind one address
    const auto entry = room.enter(documentation_address(1), kOpened);
    ASSERT_TRUE(entry.id);
    room.leave(*entry.id);
    room.leave(*entry.id);  // the second time without effect
  }
  EXPECT_EQ(room.size(), 0U);
}

TEST(PendingRoom, TheAddressThatHasMostGivesWayToOneThatHasLess) {
  PendingRoom room({.in_all = 10, .per_address = 8, .grace = 500ms});
  const auto many = fill(room, 1, 8, kOpened);
  fill(room, 2, 2, kOpened);
  const auto third = room.enter(documentation_address(3), kOpened);
  EXPECT_TRUE(third.id);
  EXPECT_EQ(third.instead_of, many[0]) << "within its grace, too";
  EXPECT_EQ(room.enter(documentation_address(2), kOpened).instead_of, many[1]);
  EXPECT_EQ(room.size(), 10U);
}

TEST(PendingRoom, AddressesWithEquallyManyKeepTheirGrace) {
  PendingRoom room({.in_all = 4, .per_address = 4, .grace = 500ms});
  const auto first = fill(room, 1, 2, kOpened);
  fill(room, 2, 2, kOpened);
  const auto more = room.enter(documentation_address(1), kOpened + 100ms);
  EXPECT_FALSE(more.id);
  EXPECT_EQ(more.retry_after, 400ms);
  EXPECT_EQ(room.enter(documentation_address(2), kOpened + 500ms).instead_of, first.front());
}

TEST(PendingRoom, OneConnectionEachOfManyAddressesKeepsTheBoundInAll) {
  PendingRoom room({.in_all = 4, .per_address = 4, .grace = 500ms});
  for (std::uint8_t from = 1; from <= 4; ++from) {
    EXPECT_TRUE(room.enter(documentation_address(from), kOpened).id);
  }
  EXPECT_FALSE(room.enter(documentation_address(5), kOpened + 499ms).id);
  const auto entry = room.enter(documentation_address(5), kOpened + 500ms);
  EXPECT_TRUE(entry.id && entry.instead_of);
  EXPECT_EQ(room.size(), 4U);
}

}  // namespace
}  // namespace referee
