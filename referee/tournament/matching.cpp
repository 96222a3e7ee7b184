#include "referee/tournament/matching.h"

// Without it LEMON's constants live in its library, which we would link for them alone.
#define LEMON_ONLY_TEMPLATES
#include <lemon/full_graph.h>
#include <lemon/matching.h>

#include <algorithm>
#include <cassert>
#include <stdexcept>
#include <string>

namespace referee {
namespace {

using Graph = lemon::FullGraph;
using Weights = Graph::EdgeMap<WideInt>;

/// LEMON seeks the greatest weight, and its bounds on duals hold for weights from 0: so weight = dearest -
/// cost.
void turn_into_weights(const Graph& graph, Weights& costs) {
  WideInt cheapest = costs[Graph::EdgeIt(graph)];
  WideInt dearest = cheapest;
  for (Graph::EdgeIt edge(graph); edge != lemon::INVALID; ++edge) {
    cheapest = std::min(cheapest, costs[edge]);
    dearest = std::max(dearest, costs[edge]);
  }
  // The difference itself might overflow; half of it cannot.
  if (dearest / 2 - cheapest / 2 > kMaxCostRange / 2) {
    throw std::length_error("pairing: the costs are too far apart (more than 2^120)");
  }
  for (Graph::EdgeIt edge(graph); edge != lemon::INVALID; ++edge) {
    costs[edge] = dearest - costs[edge];
  }
}

}  // namespace

std::vector<std::size_t> cheapest_perfect_matching(std::size_t n, const MatchingCost& cost) {
  assert(n % 2 == 0);
  if (n > kMaxMatchingVertices) {
    throw std::length_error("pairing: " + std::to_string(n) + " to be paired at once, at most " +
                            std::to_string(kMaxMatchingVertices) + " can be");
  }
  if (n == 0) {
    return {};
  }
  const Graph graph(static_cast<int>(n));
  Weights weights(graph);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      weights[graph.edge(graph(static_cast<int>(i)), graph(static_cast<int>(j)))] = cost(i, j);
    }
  }
  turn_into_weights(graph, weights);
  lemon::MaxWeightedPerfectMatching<Graph, Weights> matching(graph, weights);
  [[maybe_unused]] const bool found = matching.run();
  assert(found);  // a complete graph always has one
  std::vector<std::size_t> partner(n);
  for (std::size_t i = 0; i < n; ++i) {
    partner[i] = static_cast<std::size_t>(graph.index(matching.mate(graph(static_cast<int>(i)))));
  }
  return partner;
}

}  // namespace referee
