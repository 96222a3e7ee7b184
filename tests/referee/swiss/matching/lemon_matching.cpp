#include "tests/referee/swiss/matching/lemon_matching.h"

// Without it LEMON's constants are in its library, which we would link for them alone.
#define LEMON_ONLY_TEMPLATES
#include <lemon/list_graph.h>
#include <lemon/matching.h>

namespace referee::swiss {

LemonWeight lemon_total(std::size_t n, const std::vector<LemonWeight>& weights) {
  lemon::ListGraph graph;
  std::vector<lemon::ListGraph::Node> nodes;
  for (std::size_t v = 0; v < n; ++v) {
    nodes.push_back(graph.addNode());
  }
  lemon::ListGraph::EdgeMap<LemonWeight> weight(graph);
  for (std::size_t u = 0; u < n; ++u) {
    for (std::size_t v = u + 1; v < n; ++v) {
      if (weights[u * n + v] > 0) {
        weight[graph.addEdge(nodes[u], nodes[v])] = weights[u * n + v];
      }
    }
  }
  lemon::MaxWeightedMatching<lemon::ListGraph, lemon::ListGraph::EdgeMap<LemonWeight>> matching(graph,
                                                                                                weight);
  matching.run();
  return matching.matchingWeight();
}

}  // namespace referee::swiss
