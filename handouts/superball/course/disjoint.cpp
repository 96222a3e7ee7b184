#include "disjoint.h"

#include <cstdio>
#include <cstdlib>

namespace {

void require(bool is_right, const char* what, int got) {
  if (!is_right) {
    std::fprintf(stderr, "%s: got %d\n", what, got);
    std::exit(1);
  }
}

}  // namespace

Disjoint::Disjoint(int nelements) {
  require(nelements > 0, "disjoint sets: expected a number of elements above 0", nelements);
  links.assign(static_cast<std::size_t>(nelements), -1);
  ranks.assign(static_cast<std::size_t>(nelements), 1);
}

int Disjoint::Union(int s1, int s2) {
  for (const int set : {s1, s2}) {
    require(set >= 0 && set < static_cast<int>(links.size()) && links[set] == -1, "Union: expected a root",
            set);
  }
  require(s1 != s2, "Union: expected two sets", s1);
  const int parent = ranks[s1] > ranks[s2] ? s1 : s2;
  const int child = parent == s1 ? s2 : s1;
  links[child] = parent;
  ranks[parent] += ranks[parent] == ranks[child] ? 1 : 0;
  return parent;
}

int Disjoint::Find(int element) {
  require(element >= 0 && element < static_cast<int>(links.size()), "Find: expected an element", element);
  int root = element;
  while (links[root] != -1) {
    root = links[root];
  }
  while (links[element] != -1) {  // every element on the way leads to the root from now on
    const int next = links[element];
    links[element] = root;
    element = next;
  }
  return root;
}

void Disjoint::Print() const {
  std::printf("Elts:");
  for (std::size_t i = 0; i < links.size(); ++i) {
    std::printf(" %zu", i);
  }
  std::printf("\nLinks:");
  for (const int link : links) {
    std::printf(" %d", link);
  }
  std::printf("\nRanks:");
  for (const int rank : ranks) {
    std::printf(" %d", rank);
  }
  std::printf("\n");
}
