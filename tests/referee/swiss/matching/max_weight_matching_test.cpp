#include "referee/swiss/matching/max_weight_matching.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <vector>

#include "referee/swiss/matching/wide.h"
#include "tests/support/random_cases.h"

namespace referee::swiss {
namespace {

using Number = Wide<2>;
using Matching = MaxWeightMatching<DenseWeights<Number>>;
using Table = std::vector<std::vector<std::uint64_t>>;  // symmetric

/// The greatest total over all matchings, by trying all.
std::uint64_t best_of_all(const Table& weight, unsigned left) {
  if (left == 0) {
    return 0;
  }
  const auto first = static_cast<std::size_t>(std::countr_zero(left));
  left &= left - 1;
  std::uint64_t best = best_of_all(weight, left);  // `first` stays single
  for (std::size_t v = first + 1; v < weight.size(); ++v) {
    if ((left >> v & 1U) != 0) {
      best = std::max(best, weight[first][v] + best_of_all(weight, left & ~(1U << v)));
    }
  }
  return best;
}

DenseWeights<Number> doubled(const Table& table) {
  DenseWeights<Number> weights(table.size());
  for (std::size_t u = 0; u < table.size(); ++u) {
    for (std::size_t v = u + 1; v < table.size(); ++v) {
      weights.set(u, v, Number(2 * table[u][v]));
    }
  }
  return weights;
}

/// The weight of a matching; expects that it is a valid one.
std::uint64_t total(const Matching& matching, const Table& table) {
  std::uint64_t sum = 0;
  for (std::size_t v = 0; v < table.size(); ++v) {
    const std::size_t mate = matching.mate(v);
    if (mate != kNobody) {
      EXPECT_EQ(matching.mate(mate), v);
      EXPECT_GT(table[v][mate], 0U) << "no edge between " << v << " and " << mate;
      EXPECT_TRUE(matching.tight(v, mate));
      sum += table[v][mate];
    }
  }
  return sum / 2;
}

Table random_table(std::mt19937& random, std::size_t size, std::uint64_t greatest, std::uint64_t density) {
  Table table(size, std::vector<std::uint64_t>(size));
  for (std::size_t u = 0; u < size; ++u) {
    for (std::size_t v = u + 1; v < size; ++v) {
      table[u][v] = table[v][u] = random() % 100 < density ? random() % greatest + 1 : 0;
    }
  }
  return table;
}

TEST(MaxWeightMatching, IsTheBestOfAllMatchingsInSmallGraphs) {
  std::mt19937 random(1);
  for (int graph = 0; graph < test_support::random_cases(2000); ++graph) {
    const std::size_t size = random() % 10;
    const Table table = random_table(random, size, 1 + random() % 12, 20 + random() % 81);
    Matching matching(doubled(table));
    matching.solve();
    ASSERT_EQ(total(matching, table), best_of_all(table, (1U << size) - 1)) << "graph " << graph;
  }
}

TEST(MaxWeightMatching, StaysTheBestAsWeightsOfVerticesChange) {
  std::mt19937 random(2);
  for (int graph = 0; graph < test_support::random_cases(200); ++graph) {
    const std::size_t size = 2 + random() % 9;
    Table table = random_table(random, size, 1 + random() % 9, 20 + random() % 81);
    Matching matching(doubled(table));
    matching.solve();
    for (int change = 0; change < 10; ++change) {
      const std::size_t vertex = random() % size;
      matching.reweigh(vertex, [&](DenseWeights<Number>& weights) {
        for (std::size_t v = 0; v < size; ++v) {
          if (v != vertex) {
            table[vertex][v] = table[v][vertex] = random() % 3 == 0 ? 0 : random() % 10;
            weights.set(vertex, v, Number(2 * table[v][vertex]));
          }
        }
      });
      matching.solve();
      ASSERT_EQ(total(matching, table), best_of_all(table, (1U << size) - 1));
    }
  }
}

TEST(MaxWeightMatching, StaysTheBestAsAllWeightsChange) {
  std::mt19937 random(3);
  for (int graph = 0; graph < test_support::random_cases(200); ++graph) {
    const std::size_t size = 2 + random() % 9;
    Table table = random_table(random, size, 1 + random() % 9, 20 + random() % 81);
    Matching matching(doubled(table));
    matching.solve();
    for (int change = 0; change < 5; ++change) {
      table = random_table(random, size, 1 + random() % 9, 20 + random() % 81);
      matching.reweigh_all([&](DenseWeights<Number>& weights) { weights = doubled(table); },
                           [&](std::size_t) { return Number(random() % 5); });
      matching.solve();
      ASSERT_EQ(total(matching, table), best_of_all(table, (1U << size) - 1));
    }
  }
}

TEST(MaxWeightMatching, WhoIsRemovedIsOutOfTheGraph) {
  std::mt19937 random(4);
  for (int graph = 0; graph < test_support::random_cases(300); ++graph) {
    const std::size_t size = 4 + random() % 7;
    Table table = random_table(random, size, 1 + random() % 9, 20 + random() % 81);
    Matching matching(doubled(table));
    matching.solve();
    unsigned left = (1U << size) - 1;
    for (std::size_t removed = 0; removed < size; removed += 1 + random() % 2) {
      matching.remove(removed);
      left &= ~(1U << removed);
      for (std::size_t v = 0; v < size; ++v) {
        table[removed][v] = table[v][removed] = 0;
      }
      matching.solve();
      ASSERT_EQ(total(matching, table), best_of_all(table, left));
    }
  }
}

/// A pair is tight if some best matching has it.
TEST(MaxWeightMatching, KnowsThePairsOfBestMatchings) {
  std::mt19937 random(5);
  for (int graph = 0; graph < test_support::random_cases(300); ++graph) {
    const std::size_t size = 2 + random() % 7;
    const Table table = random_table(random, size, 1 + random() % 4, 20 + random() % 81);
    Matching matching(doubled(table));
    matching.solve();
    const unsigned all = (1U << size) - 1;
    const std::uint64_t best = best_of_all(table, all);
    for (std::size_t u = 0; u < size; ++u) {
      for (std::size_t v = u + 1; v < size; ++v) {
        const bool used =
            table[u][v] > 0 && table[u][v] + best_of_all(table, all & ~(1U << u) & ~(1U << v)) == best;
        EXPECT_TRUE(!used || matching.tight(u, v));
      }
    }
  }
}

}  // namespace
}  // namespace referee::swiss
