#include "referee/tournament/pairing/table_division.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engines/random.h"

namespace referee {
namespace {

using engines::below;
using engines::Rng;

TablePlayers players_of(std::size_t n, const std::vector<Tables>& rounds) {
  TablePlayers players;
  players.points.resize(n);
  players.meetings.resize(n * n);
  for (const Tables& tables : rounds) {
    players.meetings = Division(players, tables).meetings_after();
  }
  return players;
}

Tables random_tables(const std::vector<std::size_t>& sizes, Rng& rng) {
  std::vector<std::size_t> all;
  for (const std::size_t size : sizes) {
    for (std::size_t i = 0; i < size; ++i) {
      all.insert(all.begin() + static_cast<std::ptrdiff_t>(below(rng, all.size() + 1)), all.size());
    }
  }
  Tables tables;
  for (const std::size_t size : sizes) {
    tables.emplace_back(all.end() - static_cast<std::ptrdiff_t>(size), all.end());
    all.resize(all.size() - size);
  }
  return tables;
}

LeastMeetings meetings_at(const TablePlayers& players, const Tables& tables) {
  LeastMeetings sum;
  for (const auto& table : tables) {
    for (const std::size_t a : table) {
      for (const std::size_t b : table) {
        sum.repeats += a < b && players.met(a, b) > 0 ? 1 : 0;
        sum.squares += a < b ? players.met(a, b) * players.met(a, b) : 0;
      }
    }
  }
  return sum;
}

// Four players from three old tables include at least one pair that has met.
TEST(TableBounds, CountPairsFromTheSameGroup) {
  const Tables first = {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}};
  const LeastMeetings least = least_meetings(players_of(12, {first}), {4, 4, 4}, 3);
  EXPECT_EQ(least.repeats, 3);
  EXPECT_EQ(least.squares, 3);
  EXPECT_EQ(least_meetings(players_of(8, {{{0, 1, 2, 3}, {4, 5, 6, 7}}}), {4, 4}, 2).repeats, 2 * 2);
}

// A player who has met all others meets three of them again.
TEST(TableBounds, CountTheMatesThatEachPlayerNeeds) {
  TablePlayers players = players_of(16, {});
  players.meetings.assign(16 * 16, 2);
  const LeastMeetings least = least_meetings(players, {4, 4, 4, 4}, 4);
  EXPECT_EQ(least.repeats, 16 * 3 / 2);
  EXPECT_EQ(least.squares, 16 * 3 / 2 * 4);
}

TEST(TableBounds, AreZeroBeforeTheFirstRound) {
  EXPECT_EQ(least_meetings(players_of(12, {}), {4, 4, 4}, 0).repeats, 0);
  EXPECT_EQ(least_meetings({}, {}, 0).squares, 0);
}

TEST(TableBounds, AreNeverUndercut) {
  Rng rng(1);
  const std::vector<std::size_t> sizes = {3, 3, 2};
  std::set<int> repeats;
  for (int i = 0; i < 200; ++i) {
    std::vector<Tables> rounds;
    for (std::uint64_t r = 1 + below(rng, 4); r > 0; --r) {
      rounds.push_back(random_tables(sizes, rng));
    }
    const TablePlayers players = players_of(8, rounds);
    const LeastMeetings least = least_meetings(players, sizes, 3);
    repeats.insert(least.repeats);
    for (int j = 0; j < 200; ++j) {
      const LeastMeetings found = meetings_at(players, random_tables(sizes, rng));
      EXPECT_GE(found.repeats, least.repeats);
      EXPECT_GE(found.squares, least.squares);
    }
  }
  EXPECT_GT(repeats.size(), 1U) << "bounds that say something";
}

}  // namespace

}  // namespace referee
