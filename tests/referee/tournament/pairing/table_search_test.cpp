#include "referee/tournament/pairing/table_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "engines/random.h"

namespace referee {
namespace {

using engines::below;
using engines::Rng;

/// Players with random points and meetings.
TablePlayers random_players(std::size_t n, std::uint64_t levels, std::uint64_t most, Rng& rng) {
  TablePlayers players;
  for (std::size_t i = 0; i < n; ++i) {
    players.points.push_back(Points::halves(static_cast<std::int64_t>(below(rng, levels)), 3));
  }
  std::ranges::sort(players.points, std::greater());
  players.meetings.resize(n * n);
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      players.meetings[a * n + b] = players.meetings[b * n + a] = static_cast<int>(below(rng, most + 1));
    }
  }
  return players;
}

bool are_forbidden(const TablePlayers& players, std::size_t a, std::size_t b) {
  return std::ranges::any_of(players.forbidden, [&](const auto& pair) {
    return pair == std::pair(a, b) || pair == std::pair(b, a);
  });
}

/// The cost, computed in the simplest way.
TablesCost plain_cost(const TablePlayers& players, const Tables& tables) {
  TablesCost cost;
  for (const auto& table : tables) {
    WideInt widest = 0;
    for (const std::size_t a : table) {
      if (table.size() < players.seats) {
        cost.short_again += 2 * players.short_before(a) + 1;
        cost.short_points += players.points[a].units();
      }
      for (const std::size_t b : table) {
        const int meetings = players.meetings[a * players.points.size() + b];
        cost.most_meetings = std::max(cost.most_meetings, meetings);
        cost.squares += a < b ? meetings * meetings : 0;
        cost.forbidden += a < b && are_forbidden(players, a, b) ? 1 : 0;
        widest = std::max<WideInt>(widest, (players.points[a] - players.points[b]).units());
      }
    }
    cost.spread += widest * widest;
  }
  if (players.repeat_weight) {
    const WideInt point = Points::whole(1).units();
    cost.weighed = cost.squares * *players.repeat_weight * point * point + 1000 * cost.spread;
    cost.most_meetings = 0;
    cost.squares = 0;
    cost.spread = 0;
  }
  return cost;
}

/// The least cost of all divisions; `tables` holds the players before `next`.
void try_all(const TablePlayers& players, const std::vector<std::size_t>& sizes, Tables& tables,
             std::size_t next, std::optional<TablesCost>& least) {
  if (next == players.points.size()) {
    const TablesCost cost = plain_cost(players, tables);
    least = least ? std::min(*least, cost) : cost;
    return;
  }
  std::set<std::size_t> opened;  // sizes of empty tables tried: equal ones are alike
  for (std::size_t t = 0; t < tables.size(); ++t) {
    if (tables[t].size() == sizes[t] || (tables[t].empty() && !opened.insert(sizes[t]).second)) {
      continue;
    }
    tables[t].push_back(next);
    try_all(players, sizes, tables, next + 1, least);
    tables[t].pop_back();
  }
}

Tables in_order(const std::vector<std::size_t>& sizes) {
  Tables tables;
  std::size_t next = 0;
  for (const std::size_t size : sizes) {
    auto& table = tables.emplace_back();
    while (table.size() < size) {
      table.push_back(next++);
    }
  }
  return tables;
}

void expect_division(const Tables& tables, const std::vector<std::size_t>& sizes) {
  std::set<std::size_t> seen;
  ASSERT_EQ(tables.size(), sizes.size());
  for (std::size_t t = 0; t < sizes.size(); ++t) {
    EXPECT_EQ(tables[t].size(), sizes[t]);
    seen.insert(tables[t].begin(), tables[t].end());
  }
  std::size_t players = 0;
  for (const std::size_t size : sizes) {
    players += size;
  }
  EXPECT_EQ(seen.size(), players);
}

void expect_best(const TablePlayers& players, const std::vector<std::size_t>& sizes, std::uint64_t seed) {
  const Tables found = search_tables(players, in_order(sizes), seed);
  expect_division(found, sizes);
  Tables tables(sizes.size());
  std::optional<TablesCost> least;
  try_all(players, sizes, tables, 0, least);
  EXPECT_TRUE(plain_cost(players, found) == least) << players.points.size() << " players, seed " << seed;
}

const std::vector<std::vector<std::size_t>> kShapes = {{2, 2},    {3, 2},    {3, 2, 2},
                                                       {3, 3, 3}, {4, 3, 3}, {4, 4, 4}};

// Tournaments 8.7: the order of TABLES.md, with forbidden pairs first.
TEST(TableSearch, FindsTheBestOfAllDivisions) {
  Rng rng(1);
  for (const auto& sizes : kShapes) {
    const std::size_t n = in_order(sizes).back().back() + 1;
    for (std::uint64_t most = 0; most <= 3; ++most) {
      expect_best(random_players(n, 12, most, rng), sizes, most);
    }
  }
}

TEST(TableSearch, FindsTheBestWithForbiddenPairsAndShortTables) {
  Rng rng(5);
  for (const auto& sizes : kShapes) {
    const std::size_t n = in_order(sizes).back().back() + 1;
    TablePlayers players = random_players(n, 12, 2, rng);
    players.seats = sizes.front();
    for (std::size_t i = 0; i < n; ++i) {
      players.short_tables.push_back(static_cast<int>(below(rng, 2)));
      players.forbidden.emplace_back(i, (i + 1 + below(rng, n - 1)) % n);
    }
    expect_best(players, sizes, n);
  }
}

TEST(TableSearch, FindsTheBestWhereRepeatsAreWeighed) {
  Rng rng(6);
  for (const auto& sizes : kShapes) {
    const std::size_t n = in_order(sizes).back().back() + 1;
    for (const RepeatWeight weight : {0, 300, 5000}) {
      TablePlayers players = random_players(n, 12, 2, rng);
      players.repeat_weight = weight;
      expect_best(players, sizes, n);
    }
  }
}

TEST(TableSearch, CountsTheCostOfWhatItFinds) {
  Rng rng(2);
  for (int i = 0; i < 5; ++i) {
    const std::vector<std::size_t> sizes = {5, 5, 5, 4, 4};
    const TablePlayers players = random_players(23, 30, 4, rng);
    const Tables found = search_tables(players, in_order(sizes), 9);
    expect_division(found, sizes);
    EXPECT_TRUE(cost_of(players, found) == plain_cost(players, found));
    EXPECT_TRUE(cost_of(players, found) <= plain_cost(players, in_order(sizes)));
  }
}

TEST(TableSearch, LeavesNothingToOneExchange) {
  Rng rng(3);
  const std::vector<std::size_t> sizes(10, 4);
  const TablePlayers players = random_players(40, 30, 2, rng);
  Tables found = search_tables(players, in_order(sizes), 5);
  const TablesCost cost = plain_cost(players, found);
  for (std::size_t a = 0; a < 40; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      std::swap(found[a / 4][a % 4], found[b / 4][b % 4]);
      EXPECT_TRUE(plain_cost(players, found) >= cost);
      std::swap(found[a / 4][a % 4], found[b / 4][b % 4]);
    }
  }
}

TEST(TableSearch, DependsOnNothingButItsArguments) {
  Rng rng(4);
  const std::vector<std::size_t> sizes(8, 4);
  const TablePlayers players = random_players(32, 30, 2, rng);
  EXPECT_EQ(search_tables(players, in_order(sizes), 7), search_tables(players, in_order(sizes), 7));
}

/// 16 players after two rounds, whose tables were the rows and the columns of a square of 4 x 4.
TablePlayers square_of_sixteen() {
  TablePlayers players;
  players.seats = 4;
  players.points.resize(16);
  for (std::size_t a = 0; a < 16; ++a) {
    for (std::size_t b = 0; b < 16; ++b) {
      players.meetings.push_back(a != b && (a / 4 == b / 4 || a % 4 == b % 4) ? 1 : 0);
    }
  }
  return players;
}

/// The third round by a Latin square: players with the same letter share a table.
Tables by_letters(const std::string& square) {
  Tables tables(4);
  for (std::size_t i = 0; i < 16; ++i) {
    tables[static_cast<std::size_t>(square[i] - 'a')].push_back(i);
  }
  return tables;
}

// Without a repeat both are third rounds, but only the first can be followed by a fourth: the square of the
// cyclic group has no orthogonal mate (Euler).
TEST(TableSearch, CountsTheTablesOfStrangersThatAreLeft) {
  const TablePlayers players = square_of_sixteen();
  Division klein(players, by_letters("abcdbadccdabdcba"));
  Division cyclic(players, by_letters("abcdbcdacdabdabc"));
  EXPECT_TRUE(klein.cost() == cyclic.cost());
  klein.foresee(0);
  cyclic.foresee(0);
  EXPECT_EQ(klein.cost().strangers, -8);
  EXPECT_EQ(cyclic.cost().strangers, 0);
  klein.exchange(0, 1);
  EXPECT_EQ(klein.cost().strangers, 0) << "repeats, so nothing is counted";
  klein.exchange(0, 1);
  EXPECT_EQ(klein.cost().strangers, -8);
}

/// Squares of the best round after `tables`, as far as the search finds it.
std::int64_t next_squares(const TablePlayers& players, const Tables& tables) {
  TablePlayers next = players;
  next.meetings = Division(players, tables).meetings_after();
  return cost_of(next, search_tables(next, tables, 1)).squares;
}

TEST(TableSearch, LeavesRoomForTheNextRound) {
  TablePlayers players = square_of_sixteen();
  const Tables cyclic = by_letters("abcdbcdacdabdabc");
  EXPECT_GT(next_squares(players, cyclic), 0);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    players.more_rounds = true;
    const Tables found = search_tables(players, cyclic, seed);
    EXPECT_EQ(cost_of(players, found).squares, 0);
    EXPECT_EQ(next_squares(players, found), 0);
    players.more_rounds = false;
    EXPECT_EQ(search_tables(players, cyclic, seed), cyclic) << "the start was as good for this round";
  }
}

// 100 rounds at tables of 17, points as far apart as possible: sums beyond 64 bits.
TEST(TableSearch, HoldsTheLargestSpreads) {
  const std::size_t n = 1020;
  TablePlayers players;
  for (std::size_t i = 0; i < n; ++i) {
    players.points.push_back(Points::whole(i < n / 2 ? 100 : 0));
  }
  players.meetings.assign(n * n, 0);
  Tables mixed(60);
  for (std::size_t i = 0; i < n; ++i) {
    mixed[i % 60].push_back(i);
  }
  const WideInt widest = Points::whole(100).units();
  EXPECT_TRUE(cost_of(players, mixed).spread == 60 * widest * widest);
}

}  // namespace
}  // namespace referee
