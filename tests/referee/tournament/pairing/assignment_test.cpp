#include "referee/tournament/pairing/assignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "engines/random.h"

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

}  // namespace
}  // namespace referee
