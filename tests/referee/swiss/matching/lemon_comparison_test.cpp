#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "referee/swiss/matching/max_weight_matching.h"
#include "referee/swiss/matching/wide.h"
#include "tests/referee/swiss/matching/lemon_matching.h"
#include "tests/support/random_cases.h"

namespace referee::swiss {
namespace {

using Number = Wide<2>;

Number doubled(LemonWeight weight) {
  Number number;
  number = Number(static_cast<std::uint64_t>(weight)) << 40U;  // so that it spans two words
  return number;
}

struct Graph {
  std::size_t size = 0;
  std::vector<LemonWeight> weights = std::vector<LemonWeight>(size * size);

  void set(std::size_t u, std::size_t v, LemonWeight weight) {
    weights[u * size + v] = weights[v * size + u] = weight;
  }
};

/// `bits` of weight; few bits cause many ties, and so blossoms.
LemonWeight random_weight(std::mt19937_64& random, unsigned bits, unsigned density) {
  if (random() % 100 >= density) {
    return 0;
  }
  return static_cast<LemonWeight>(random() >> (64 - bits)) + 1;
}

LemonWeight total(const MaxWeightMatching<DenseWeights<Number>>& matching, const Graph& graph) {
  LemonWeight sum = 0;
  for (std::size_t v = 0; v < graph.size; ++v) {
    sum += matching.mate(v) != kNobody ? graph.weights[v * graph.size + matching.mate(v)] : 0;
  }
  return sum / 2;
}

TEST(LemonComparison, BothFindMatchingsOfTheSameWeight) {
  std::mt19937_64 random(1);
  for (int i = 0; i < test_support::random_cases(6); ++i) {
    Graph graph{20 + random() % 80};
    const auto bits = static_cast<unsigned>(1 + random() % 50);
    const auto density = static_cast<unsigned>(5 + random() % 96);
    DenseWeights<Number> weights(graph.size);
    for (std::size_t u = 0; u < graph.size; ++u) {
      for (std::size_t v = u + 1; v < graph.size; ++v) {
        graph.set(u, v, random_weight(random, bits, density));
        weights.set(u, v, doubled(graph.weights[u * graph.size + v]));
      }
    }
    MaxWeightMatching matching(std::move(weights));
    matching.solve();
    ASSERT_EQ(total(matching, graph), lemon_total(graph.size, graph.weights)) << "graph " << i;
    // Both agree also after changes of single vertices.
    for (int change = 0; change < 5; ++change) {
      const std::size_t vertex = random() % graph.size;
      matching.reweigh(vertex, [&](DenseWeights<Number>& changed) {
        for (std::size_t v = 0; v < graph.size; ++v) {
          if (v != vertex) {
            graph.set(vertex, v, random_weight(random, bits, density));
            changed.set(vertex, v, doubled(graph.weights[vertex * graph.size + v]));
          }
        }
      });
      matching.solve();
      ASSERT_EQ(total(matching, graph), lemon_total(graph.size, graph.weights)) << "graph " << i;
    }
  }
}

}  // namespace
}  // namespace referee::swiss
