#include "referee/tournament/matching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <stdexcept>

#include "engines/random.h"

namespace referee {
namespace {

using engines::below;
using engines::Rng;

/// A symmetric matrix of costs.
struct Costs {
  std::size_t n = 0;
  std::vector<WideInt> all = std::vector<WideInt>(n * n);

  WideInt operator()(std::size_t i, std::size_t j) const { return all[i * n + j]; }
};

template <class Draw>
Costs random_costs(std::size_t n, Draw draw) {
  Costs costs{n};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      costs.all[i * n + j] = costs.all[j * n + i] = draw();
    }
  }
  return costs;
}

/// The least total of all pairings of `left`.
WideInt least_total(const Costs& costs, std::vector<std::size_t> left) {
  if (left.empty()) {
    return 0;
  }
  const std::size_t first = left.back();
  left.pop_back();
  std::optional<WideInt> least;
  for (std::size_t i = 0; i < left.size(); ++i) {
    std::vector<std::size_t> rest = left;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    const WideInt total = costs(first, left[i]) + least_total(costs, std::move(rest));
    least = least ? std::min(*least, total) : total;
  }
  return *least;
}

void expect_best(const Costs& costs) {
  const auto partner = cheapest_perfect_matching(costs.n, costs);
  ASSERT_EQ(partner.size(), costs.n);
  WideInt total = 0;
  for (std::size_t i = 0; i < costs.n; ++i) {
    ASSERT_LT(partner[i], costs.n);
    ASSERT_NE(partner[i], i);
    ASSERT_EQ(partner[partner[i]], i);
    total += i < partner[i] ? costs(i, partner[i]) : 0;
  }
  std::vector<std::size_t> all(costs.n);
  std::iota(all.begin(), all.end(), 0U);
  EXPECT_TRUE(total == least_total(costs, all)) << costs.n << " vertices";
  EXPECT_EQ(cheapest_perfect_matching(costs.n, costs), partner) << "the same costs, another pairing";
}

std::size_t small_even(Rng& rng) { return 2 * (1 + below(rng, 4)); }

TEST(Matching, IsBestAmongManyEqualOnes) {
  Rng rng(1);
  for (int i = 0; i < 1500; ++i) {
    expect_best(random_costs(small_even(rng), [&] { return static_cast<WideInt>(below(rng, 3)); }));
  }
}

TEST(Matching, IsBestWithCostsOfAllSizes) {
  Rng rng(2);
  for (int i = 0; i < 1500; ++i) {
    expect_best(random_costs(small_even(rng),
                             [&] { return static_cast<WideInt>(below(rng, 9)) << below(rng, 100); }));
  }
}

TEST(Matching, IsBestAtTheEndsOfTheRange) {
  Rng rng(3);
  for (int i = 0; i < 500; ++i) {
    expect_best(random_costs(small_even(rng), [&] {
      const WideInt near_end = kMaxCostRange / 2 - static_cast<WideInt>(below(rng, 4));
      return below(rng, 2) == 0 ? near_end : -near_end;
    }));
  }
}

TEST(Matching, IsBestWithTenVertices) {
  Rng rng(4);
  for (int i = 0; i < 50; ++i) {
    expect_best(random_costs(10, [&] { return static_cast<WideInt>(below(rng, 20)); }));
  }
}

TEST(Matching, OfNothingIsEmpty) {
  EXPECT_TRUE(cheapest_perfect_matching(0, [](std::size_t, std::size_t) { return 0; }).empty());
}

TEST(Matching, AsksForEachPairOnce) {
  std::vector<std::pair<std::size_t, std::size_t>> asked;
  cheapest_perfect_matching(4, [&](std::size_t i, std::size_t j) {
    asked.emplace_back(i, j);
    return 0;
  });
  std::ranges::sort(asked);
  const std::vector<std::pair<std::size_t, std::size_t>> all = {{0, 1}, {0, 2}, {0, 3},
                                                                {1, 2}, {1, 3}, {2, 3}};
  EXPECT_EQ(asked, all);
}

TEST(Matching, RefusesWhatItCannotHold) {
  const auto zero = [](std::size_t, std::size_t) { return 0; };
  EXPECT_THROW(cheapest_perfect_matching(kMaxMatchingVertices + 2, zero), std::length_error);
  const auto far = [](std::size_t i, std::size_t) { return i == 0 ? kMaxCostRange : -2; };
  EXPECT_THROW(cheapest_perfect_matching(4, far), std::length_error);
  const auto farthest = [](std::size_t i, std::size_t) {
    const WideInt half = static_cast<WideInt>(1) << 126;
    return i == 0 ? half + (half - 1) : -half - half;
  };
  EXPECT_THROW(cheapest_perfect_matching(4, farthest), std::length_error);
}

}  // namespace
}  // namespace referee
