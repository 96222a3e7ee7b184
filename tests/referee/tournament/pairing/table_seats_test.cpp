#include "referee/tournament/pairing/table_seats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "engines/random.h"
#include "tests/referee/tournament/encounter_rules.h"
#include "tests/referee/tournament/histories.h"

namespace referee {
namespace {

using engines::below;
using engines::Rng;

using Costs = std::vector<std::vector<std::int64_t>>;

std::int64_t total(const Costs& costs, const std::vector<std::size_t>& jobs) {
  std::int64_t sum = 0;
  for (std::size_t worker = 0; worker < jobs.size(); ++worker) {
    sum += costs[worker][jobs[worker]];
  }
  return sum;
}

/// The least total of all assignments.
std::int64_t least_total(const Costs& costs) {
  std::vector<std::size_t> jobs(costs.size());
  std::iota(jobs.begin(), jobs.end(), 0U);
  std::int64_t least = total(costs, jobs);
  while (std::next_permutation(jobs.begin(), jobs.end())) {
    least = std::min(least, total(costs, jobs));
  }
  return least;
}

void expect_best(const Costs& costs) {
  const auto jobs = cheapest_assignment(
      costs.size(), [&](std::size_t worker, std::size_t job) { return costs[worker][job]; });
  std::vector<std::size_t> sorted = jobs;
  std::ranges::sort(sorted);
  std::vector<std::size_t> all(costs.size());
  std::iota(all.begin(), all.end(), 0U);
  ASSERT_EQ(sorted, all);
  EXPECT_EQ(total(costs, jobs), least_total(costs));
}

template <class Draw>
Costs random_costs(std::size_t n, Draw draw) {
  Costs costs(n, std::vector<std::int64_t>(n));
  for (auto& row : costs) {
    std::ranges::generate(row, draw);
  }
  return costs;
}

TEST(Assignment, IsBestAmongManyEqualOnes) {
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) {
    expect_best(random_costs(1 + below(rng, 6), [&] { return static_cast<std::int64_t>(below(rng, 3)); }));
  }
}

TEST(Assignment, IsBestWithCostsOfAllSizesAndSigns) {
  Rng rng(2);
  for (int i = 0; i < 500; ++i) {
    expect_best(random_costs(1 + below(rng, 7), [&] {
      const auto size = static_cast<std::int64_t>(below(rng, 9) << below(rng, 50));
      return below(rng, 2) == 0 ? size : -size;
    }));
  }
}

TEST(Assignment, OfNobodyIsEmpty) {
  EXPECT_TRUE(cheapest_assignment(0, [](std::size_t, std::size_t) { return 0; }).empty());
}

TEST(Assignment, IsAlwaysTheSame) {
  const auto flat = [](std::size_t, std::size_t) { return 7; };
  EXPECT_EQ(cheapest_assignment(17, flat), cheapest_assignment(17, flat));
}

using histories::history;
using histories::played;
using test::kOneGameOf4;

History::Round round_of(const std::vector<Entrant>& entrants) { return {played(entrants, {{3, 2, 1, 0}})}; }

std::vector<Entrant> dealt(const History& history, std::size_t turn) {
  return deal_seats(kOneGameOf4, PastRounds(kOneGameOf4, history), {0, 1, 2, 3}, turn);
}

TEST(TableSeats, GoByTurnsBeforeTheFirstGame) {
  EXPECT_EQ(dealt(history(4, {}), 0), (std::vector<Entrant>{0, 1, 2, 3}));
  EXPECT_EQ(dealt(history(4, {}), 1), (std::vector<Entrant>{3, 0, 1, 2}));
}

// Starting places even out (TABLES.md).
TEST(TableSeats, EvenOutOverFourRounds) {
  History all = history(4, {});
  std::vector<std::vector<bool>> had(4, std::vector<bool>(4));
  for (std::size_t round = 0; round < 4; ++round) {
    const std::vector<Entrant> seated = dealt(all, round);
    for (std::size_t seat = 0; seat < 4; ++seat) {
      EXPECT_FALSE(had[seated[seat]][seat]) << "entrant " << seated[seat] << " once more on seat " << seat;
      had[seated[seat]][seat] = true;
    }
    all.rounds.push_back(round_of(seated));
  }
}

// Entrants 0 and 1 both have had the first seat once more than others: neither gets it a third time.
TEST(TableSeats, PreferTheGreatestDifferenceSmall) {
  History all = history(4, {});
  all.rounds = {round_of({0, 1, 2, 3}), round_of({0, 1, 3, 2}), round_of({1, 0, 2, 3})};
  const std::vector<Entrant> seated = dealt(all, 0);
  const PastRounds past(kOneGameOf4, all);
  for (std::size_t seat = 0; seat < 4; ++seat) {
    std::vector<int> games = past.seat_games(seated[seat]);
    ++games[seat];
    EXPECT_LE(std::ranges::max(games) - std::ranges::min(games), 2);
  }
}

}  // namespace

}  // namespace referee
