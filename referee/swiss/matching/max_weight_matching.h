#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "referee/swiss/matching/blossom_forest.h"

namespace referee::swiss {

/// The weights of all pairs of vertices 0..n-1, as MaxWeightMatching reads them.
template <class Number>
class DenseWeights {
 public:
  using Value = Number;

  explicit DenseWeights(std::size_t vertices) : vertices_(vertices), values_(vertices * vertices) {}

  std::size_t size() const { return vertices_; }
  const Value& operator()(std::size_t u, std::size_t v) const { return values_[u * vertices_ + v]; }
  void set(std::size_t u, std::size_t v, const Value& weight) {
    values_[u * vertices_ + v] = weight;
    values_[v * vertices_ + u] = weight;
  }

 private:
  std::size_t vertices_;
  std::vector<Value> values_;
};

}  // namespace referee::swiss

namespace referee::swiss {

/// Matchings of the greatest total weight in general graphs: Edmonds' blossom algorithm in its primal-dual
/// form, one search tree at a time, O(n^3) in all. (Galil, "Efficient algorithms for finding maximum matching
/// in graphs", 1986, explains it.) When weights change, the matching stays, together with the duals, which
/// prove that it is the best: solve() then repairs only what the change has broken. The bracket procedure
/// asks for hundreds of such repairs a round.
///
/// `Weights` tells the weight of each pair: Weights::Value (unsigned: +, -, >>, comparisons), size(), and
/// operator()(u, v), symmetric; 0 is no edge. Weights must be even, and four times the greatest must fit.
template <class Weights>
class MaxWeightMatching {
 public:
  using Value = typename Weights::Value;

  /// No vertex is matched yet.
  explicit MaxWeightMatching(Weights weights);

  const Weights& weights() const { return weights_; }
  /// Makes the matching the best again.
  void solve();
  /// Matches two vertices if both are free and a best matching may contain the pair: good guesses save work.
  /// Returns whether it did.
  bool suggest(std::size_t u, std::size_t v);
  /// The vertex that `vertex` is matched with, or kNobody.
  std::size_t mate(std::size_t vertex) const { return forest_.mate(vertex); }
  /// Whether a best matching may contain this pair. If false, none contains it. REQUIRES: solved.
  bool tight(std::size_t u, std::size_t v) const;

  /// Lets `change(weights)` alter weights of pairs with `vertex`, no others.
  template <class Change>
  void reweigh(std::size_t vertex, const Change& change);
  /// Lets `change(weights)` alter any weights. `potential(v)`, added to each vertex's dual, should be such
  /// that pairs' weights grow by no more than the sum of both potentials, and many by just that: then little
  /// is left to repair.
  template <class Change, class Potential>
  void reweigh_all(const Change& change, const Potential& potential);
  /// Takes a vertex out of the graph.
  void remove(std::size_t vertex);

 private:
  using Link = BlossomForest::Link;
  enum class Label : std::uint8_t { free, outer, inner };

  // ---- duals outside of a search
  Value half_of_greatest_weight(std::size_t vertex) const;
  void raise_dual(std::size_t vertex);
  void loosen(std::size_t vertex);
  void dissolve(std::size_t blossom);
  bool exposed(std::size_t vertex) const { return mate(vertex) == kNobody; }

  // ---- the search for an augmenting path, from one exposed vertex
  void search(std::size_t root);
  bool scan(std::size_t u);
  bool step();
  void make_outer(std::size_t node, Link link);
  void make_inner(std::size_t node, Link link);
  void join_outer(std::size_t vertex, const Value& dual);
  Value cross_at(std::size_t u, std::size_t v) const;
  void offer_cross(std::size_t node, Link link, const Value& at);
  void gather_crossings(std::size_t blossom);
  void add_crossing(std::size_t blossom, std::size_t u, std::size_t v);
  void form_blossom(std::size_t u, std::size_t v);
  std::vector<std::size_t> path_to_root(std::size_t vertex) const;
  void absorb(std::size_t node);
  void open_inner(std::size_t blossom);
  void set_free(std::size_t node);
  void augment(std::size_t u, std::size_t v);
  void flip_path(std::size_t u, std::size_t v);
  void finish();
  void open_idle(std::size_t node);
  Label label_of(std::size_t vertex) const { return label_[forest_.top(vertex)]; }

  Weights weights_;
  BlossomForest forest_;
  std::vector<std::size_t> active_;  // vertices that have not been removed, ascending
  std::vector<Value> dual_;          // by vertex
  std::vector<Value> thickness_;     // by node: a blossom's dual

  // State of the search. `spent_` is by how much the duals of its outer vertices have gone down since it
  // began. Each event that such changes lead to is kept as the value of `spent_` at which it happens.
  std::size_t root_ = kNobody;
  Value spent_{};
  std::vector<Label> label_;            // by node, for outermost ones
  std::vector<Link> link_;              // by node: the edge that joined it to the tree
  std::vector<Value> thickness_since_;  // by node: spent_ when its thickness began to change
  std::vector<Value> level_;            // of an outer vertex: its dual is level_ - spent_
  std::vector<Value> since_;            // of an inner vertex: its dual is dual_ + spent_ - since_
  std::vector<std::size_t> near_;       // of others: the outer vertex with the least slack to it
  std::vector<Value> near_at_;          //   and when that will be 0
  std::vector<Link> cross_;             // by outer node: the best edge to another one
  std::vector<Value> cross_at_;         //   and when it will be tight
  // By outer blossom: the best edge to each other node that was outer when the blossom was formed. Edges to
  // nodes that became outer later are in cross_, and in the lists of these nodes.
  std::vector<std::vector<Link>> crossings_;
  std::vector<bool> has_crossings_;
  std::vector<Link> toward_;  // scratch of gather_crossings(), by node
  std::vector<Value> toward_at_;
  std::vector<std::size_t> toward_whom_;
  std::size_t exit_ = kNobody;               // the outer vertex whose dual reaches 0 first
  std::vector<std::size_t> to_scan_;         // outer vertices whose edges have not been looked at
  std::vector<std::size_t> tree_;            // nodes that have been labelled
  std::vector<std::size_t> inner_blossoms_;  // those of them that are inner
};

// ---- duals outside of a search

template <class Weights>
MaxWeightMatching<Weights>::MaxWeightMatching(Weights weights)
    : weights_(std::move(weights)), forest_(weights_.size()) {
  const std::size_t n = weights_.size();
  dual_.resize(n);
  thickness_.resize(forest_.nodes());
  label_.resize(forest_.nodes(), Label::free);
  link_.resize(forest_.nodes());
  thickness_since_.resize(forest_.nodes());
  level_.resize(n);
  since_.resize(n);
  near_.resize(n);
  near_at_.resize(n);
  cross_.resize(forest_.nodes());
  cross_at_.resize(forest_.nodes());
  crossings_.resize(forest_.nodes());
  has_crossings_.resize(forest_.nodes());
  toward_.resize(forest_.nodes());
  toward_at_.resize(forest_.nodes());
  for (std::size_t v = 0; v < n; ++v) {
    active_.push_back(v);
    dual_[v] = half_of_greatest_weight(v);
  }
}

template <class Weights>
auto MaxWeightMatching<Weights>::half_of_greatest_weight(std::size_t vertex) const -> Value {
  Value greatest{};
  for (std::size_t v = 0; v < weights_.size(); ++v) {
    if (v != vertex && weights_(vertex, v) > greatest) {
      greatest = weights_(vertex, v);
    }
  }
  return greatest >> 1U;
}

template <class Weights>
void MaxWeightMatching<Weights>::solve() {
  for (const std::size_t v : active_) {
    if (exposed(v) && dual_[v] != 0) {
      search(v);
    }
  }
}

template <class Weights>
bool MaxWeightMatching<Weights>::suggest(std::size_t u, std::size_t v) {
  const bool free = exposed(u) && exposed(v) && tight(u, v);
  if (free) {
    forest_.rebase(forest_.top(u), u);
    forest_.rebase(forest_.top(v), v);
    forest_.match(u, v);
  }
  return free;
}

template <class Weights>
bool MaxWeightMatching<Weights>::tight(std::size_t u, std::size_t v) const {
  Value sum = dual_[u] + dual_[v];
  for (std::size_t a = forest_.parent(u); a != kNobody; a = forest_.parent(a)) {
    for (std::size_t b = forest_.parent(v); b != kNobody; b = forest_.parent(b)) {
      if (a == b) {
        sum += thickness_[a];
      }
    }
  }
  return sum == weights_(u, v) && weights_(u, v) != 0;
}

/// Raises the dual to the least value at which no edge's weight exceeds the sum of its duals.
template <class Weights>
void MaxWeightMatching<Weights>::raise_dual(std::size_t vertex) {
  for (const std::size_t v : active_) {
    const Value& weight = weights_(vertex, v);
    if (v != vertex && weight > dual_[vertex] + dual_[v]) {
      dual_[vertex] = weight - dual_[v];
    }
  }
}

/// An outermost blossom gives its dual to its vertices. If it is matched outwards, that edge then has slack,
/// and is unmatched.
template <class Weights>
void MaxWeightMatching<Weights>::dissolve(std::size_t blossom) {
  const Value share = thickness_[blossom] >> 1U;
  if (share != 0) {
    for (const std::size_t v : forest_.vertices(blossom)) {
      dual_[v] += share;
    }
    forest_.unmatch(forest_.base(blossom));
    thickness_[blossom] = Value{};
  }
  forest_.open(blossom);
}

/// Afterwards the vertex is in no blossom, and not matched.
template <class Weights>
void MaxWeightMatching<Weights>::loosen(std::size_t vertex) {
  while (forest_.blossom(forest_.top(vertex))) {
    dissolve(forest_.top(vertex));
  }
  forest_.unmatch(vertex);
}

template <class Weights>
template <class Change>
void MaxWeightMatching<Weights>::reweigh(std::size_t vertex, const Change& change) {
  loosen(vertex);
  change(weights_);
  dual_[vertex] = Value{};
  raise_dual(vertex);
}

template <class Weights>
template <class Change, class Potential>
void MaxWeightMatching<Weights>::reweigh_all(const Change& change, const Potential& potential) {
  for (const std::size_t v : active_) {
    while (forest_.blossom(forest_.top(v))) {
      dissolve(forest_.top(v));
    }
  }
  change(weights_);
  for (const std::size_t v : active_) {
    dual_[v] += potential(v);
  }
  for (const std::size_t v : active_) {
    raise_dual(v);
  }
  for (const std::size_t v : active_) {
    if (!exposed(v) && dual_[v] + dual_[mate(v)] != weights_(v, mate(v))) {
      forest_.unmatch(v);
    }
  }
}

template <class Weights>
void MaxWeightMatching<Weights>::remove(std::size_t vertex) {
  loosen(vertex);
  std::erase(active_, vertex);
}

}  // namespace referee::swiss

#include "referee/swiss/matching/alternating_tree.h"  // IWYU pragma: export
