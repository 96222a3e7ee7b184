#include "referee/tournament/run/block_matching.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "referee/tournament/run/block_times.h"

namespace referee {
namespace {

LadderGame played(const LadderMatch& match) {
  LadderGame result;
  result.entrants = match.entrants;
  result.instance = match.instance;
  return result;
}

constexpr TimePoint kNow{};

BlockTerms blocks_of(int instances) {
  return {.instances = instances, .first_closes = "2026-11-20T08:00:00Z", .every_s = 3600};
}

/// Plays matches until none is left; how often each entrant had each instance.
std::map<std::pair<Entrant, int>, int> play_all(BlockMatching& matching) {
  std::map<std::pair<Entrant, int>, int> times;
  while (const auto match = matching.next(kNow)) {
    ++times[{match->entrants.front(), match->instance->number}];
    const LadderGame result = played(*match);
    matching.end(*match, &result);
  }
  return times;
}

// Tournaments 13.10: every entrant plays each instance of a block once.
TEST(BlockMatching, EveryEntrantPlaysEachInstanceOnce) {
  BlockMatching matching(blocks_of(4));
  matching.begin_block(1);
  for (Entrant entrant = 0; entrant < 3; ++entrant) {
    matching.arrive(entrant);
  }
  const auto times = play_all(matching);
  EXPECT_EQ(times.size(), 12U);
  for (const auto& [unused, count] : times) {
    EXPECT_EQ(count, 1);
  }
  EXPECT_TRUE(matching.is_through(0));
  EXPECT_EQ(matching.waiting_text(0, kNow),
            "you have played all instances: block 1 until 2026-11-20T08:00:00.000Z");
  matching.begin_block(2);
  EXPECT_FALSE(matching.is_through(0));
  EXPECT_EQ(play_all(matching).size(), 12U) << "a block of its own";
}

// Tournaments 13.10: who comes late begins with the first instance of the open block.
TEST(BlockMatching, WhoHasPlayedTheFewestInstancesComesNext) {
  BlockMatching matching(blocks_of(3));
  matching.begin_block(5);
  matching.arrive(0);
  const auto first = matching.next(kNow);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->instance, (BlockInstance{5, 1}));
  EXPECT_FALSE(matching.next(kNow)) << "it plays one match at a time";
  const LadderGame result = played(*first);
  matching.end(*first, &result);
  matching.arrive(1);
  const auto second = matching.next(kNow);
  EXPECT_EQ(second->entrants.front(), 1U);
  EXPECT_EQ(second->instance->number, 1);
}

TEST(BlockMatching, AMatchThatWasNotPlayedToItsEndComesAgain) {
  BlockMatching matching(blocks_of(1));
  matching.begin_block(1);
  matching.arrive(0);
  const auto match = matching.next(kNow);
  matching.end(*match, nullptr);
  EXPECT_EQ(matching.next(kNow)->instance, match->instance);
}

TEST(BlockMatching, ResultsOfBeforeCountInTheirOwnBlockOnly) {
  BlockMatching matching(blocks_of(1));
  matching.begin_block(2);
  matching.arrive(0);
  matching.count(played({.entrants = {0}, .instance = BlockInstance{1, 1}}));
  EXPECT_FALSE(matching.is_through(0));
  matching.count(played({.entrants = {0}, .instance = BlockInstance{2, 1}}));
  EXPECT_TRUE(matching.is_through(0));
  EXPECT_FALSE(matching.next(kNow));
}

TEST(BlockMatching, WhoHasLeftIsNotCalled) {
  BlockMatching matching(blocks_of(2));
  matching.begin_block(1);
  matching.arrive(0);
  matching.leave(0);
  EXPECT_FALSE(matching.next(kNow));
}

// Tournaments 13.11: blocks close at stated times.
TEST(BlockTimes, BlocksFollowEachOtherWithoutGaps) {
  const BlockTimes times(blocks_of(1));
  const std::int64_t first = times.end_of(1);
  EXPECT_EQ(first, seconds_of("2026-11-20T08:00:00Z"));
  EXPECT_EQ(times.at(0), 1);
  EXPECT_EQ(times.at(first - 1), 1);
  EXPECT_EQ(times.at(first), 2);
  EXPECT_EQ(times.at(first + 3599), 2);
  EXPECT_EQ(times.at(first + 3600), 3);
  for (int block = 1; block < 20; ++block) {
    EXPECT_EQ(times.at(times.end_of(block)), block + 1);
    EXPECT_EQ(times.at(times.end_of(block) - 1), block);
  }
}

TEST(BlockMatching, EachInstanceOfABlockTakesTheNextOneOfTheFile) {
  const BlockMatching matching(blocks_of(3));
  EXPECT_EQ(matching.turn_of({{0}, BlockInstance{1, 1}, {1, 9, 1}}), 1);
  EXPECT_EQ(matching.turn_of({{1}, BlockInstance{2, 3}, {1, 4, 1}}), 6);
}

}  // namespace
}  // namespace referee
