#pragma once

// The search tree of MaxWeightMatching. Its nodes, vertices and blossoms, are outer (an even number of edges
// from the root, every second one matched) or inner. Duals of outer vertices go down, those of inner ones up,
// until an edge becomes tight that leads on, or an outer vertex's dual is 0: it may be left unmatched.

#include <algorithm>

#include "protocol/require.h"
#include "referee/swiss/matching/max_weight_matching.h"

namespace referee::swiss {

template <class Weights>
void MaxWeightMatching<Weights>::search(std::size_t root) {
  root_ = root;
  spent_ = Value{};
  exit_ = kNobody;
  to_scan_.clear();
  tree_.clear();
  inner_blossoms_.clear();
  for (const std::size_t v : active_) {
    near_[v] = kNobody;
  }
  make_outer(forest_.top(root), {});
  bool found = false;
  while (!found) {
    while (!found && !to_scan_.empty()) {
      const std::size_t u = to_scan_.back();
      to_scan_.pop_back();
      found = scan(u);
    }
    found = found || step();
  }
  finish();
}

/// Looks at all edges of an outer vertex. Returns whether one of them completed the search.
template <class Weights>
bool MaxWeightMatching<Weights>::scan(std::size_t u) {
  const std::size_t own = forest_.top(u);
  for (const std::size_t v : active_) {
    const std::size_t node = forest_.top(v);
    if (node == own) {
      continue;
    }
    const Value& weight = weights_(u, v);
    if (weight == 0) {
      continue;
    }
    if (label_[node] == Label::outer) {
      const Value at = cross_at(u, v);
      offer_cross(own, {u, v}, at);
      offer_cross(node, {v, u}, at);
      continue;
    }
    const Value at = level_[u] + dual_[v] - weight;
    if (near_[v] == kNobody || at < near_at_[v]) {
      near_[v] = u;
      near_at_[v] = at;
      if (at == spent_ && label_[node] == Label::free && exposed(forest_.base(node))) {
        augment(u, v);
        return true;
      }
    }
  }
  return false;
}

/// The value of `spent_` at which the edge between two outer vertices will be tight: both duals go down.
template <class Weights>
auto MaxWeightMatching<Weights>::cross_at(std::size_t u, std::size_t v) const -> Value {
  const Value slack = level_[u] + level_[v] - weights_(u, v);
  REQUIRE((slack & 1U) == 0);
  return slack >> 1U;
}

template <class Weights>
void MaxWeightMatching<Weights>::offer_cross(std::size_t node, Link link, const Value& at) {
  if (cross_[node].from == kNobody || at < cross_at_[node]) {
    cross_[node] = link;
    cross_at_[node] = at;
  }
}

/// Changes the duals until an edge becomes tight or a blossom opens, and does that step. True if it completed
/// the search.
template <class Weights>
bool MaxWeightMatching<Weights>::step() {
  enum class Event { exit, reach, cross, open } event = Event::exit;
  Value when = level_[exit_];
  std::size_t what = exit_;
  bool reaches_exposed = false;
  for (const std::size_t v : active_) {
    const Label label = label_of(v);
    if (label == Label::free && near_[v] != kNobody && near_at_[v] <= when) {
      const bool ends = exposed(forest_.base(forest_.top(v)));
      if (near_at_[v] < when || (ends && !reaches_exposed)) {
        event = Event::reach;
        when = near_at_[v];
        what = v;
        reaches_exposed = ends;
      }
      continue;
    }
    const std::size_t node = forest_.top(v);
    if (label == Label::outer && forest_.base(node) == v && cross_[node].from != kNobody &&
        cross_at_[node] < when) {
      event = Event::cross;
      when = cross_at_[node];
      what = node;
      reaches_exposed = false;
    }
  }
  for (const std::size_t blossom : inner_blossoms_) {
    const Value at = thickness_since_[blossom] + (thickness_[blossom] >> 1U);
    if (at < when) {
      event = Event::open;
      when = at;
      what = blossom;
    }
  }
  spent_ = when;
  switch (event) {
    case Event::exit:
      flip_path(what, kNobody);
      return true;
    case Event::reach:
      if (exposed(forest_.base(forest_.top(what)))) {
        augment(near_[what], what);
        return true;
      }
      make_inner(forest_.top(what), {near_[what], what});
      return false;
    case Event::cross:
      form_blossom(cross_[what].from, cross_[what].to);
      return false;
    case Event::open:
      open_inner(what);
      return false;
  }
  return false;
}

/// `dual`: the present dual of the vertex.
template <class Weights>
void MaxWeightMatching<Weights>::join_outer(std::size_t vertex, const Value& dual) {
  level_[vertex] = dual + spent_;
  if (exit_ == kNobody || level_[vertex] < level_[exit_]) {
    exit_ = vertex;
  }
  to_scan_.push_back(vertex);
}

template <class Weights>
void MaxWeightMatching<Weights>::make_outer(std::size_t node, Link link) {
  label_[node] = Label::outer;
  link_[node] = link;
  cross_[node] = {};
  has_crossings_[node] = false;
  thickness_since_[node] = spent_;
  tree_.push_back(node);
  for (const std::size_t v : forest_.vertices(node)) {
    join_outer(v, dual_[v]);
  }
}

/// Makes a node inner, and its mate's node outer.
template <class Weights>
void MaxWeightMatching<Weights>::make_inner(std::size_t node, Link link) {
  label_[node] = Label::inner;
  link_[node] = link;
  has_crossings_[node] = false;
  thickness_since_[node] = spent_;
  tree_.push_back(node);
  for (const std::size_t v : forest_.vertices(node)) {
    since_[v] = spent_;
  }
  if (forest_.blossom(node)) {
    inner_blossoms_.push_back(node);
  }
  const std::size_t base = forest_.base(node);
  make_outer(forest_.top(mate(base)), {base, mate(base)});
}

/// The outermost nodes from the one around `vertex` to the root's.
template <class Weights>
std::vector<std::size_t> MaxWeightMatching<Weights>::path_to_root(std::size_t vertex) const {
  std::vector<std::size_t> path{forest_.top(vertex)};
  while (link_[path.back()].from != kNobody) {
    path.push_back(forest_.top(link_[path.back()].from));
  }
  return path;
}

/// Matches the outer vertex u with v, which ends the search.
template <class Weights>
void MaxWeightMatching<Weights>::augment(std::size_t u, std::size_t v) {
  forest_.rebase(forest_.top(v), v);
  flip_path(u, v);
}

/// Turns matched into unmatched edges and back, from the outer vertex u to the root; u is then matched with
/// v, or unmatched if v is kNobody.
template <class Weights>
void MaxWeightMatching<Weights>::flip_path(std::size_t u, std::size_t v) {
  const std::size_t root = forest_.top(root_);
  while (true) {
    const std::size_t outer = forest_.top(u);
    const Link in = link_[outer];
    forest_.rebase(outer, u);
    forest_.match(u, v);
    if (outer == root) {
      return;
    }
    const std::size_t inner = forest_.top(in.from);
    const Link back = link_[inner];
    forest_.rebase(inner, back.to);
    u = back.from;
    v = back.to;
  }
}

/// Enters the changes that the search has made to the duals.
template <class Weights>
void MaxWeightMatching<Weights>::finish() {
  std::vector<std::size_t> outer_blossoms;
  for (const std::size_t node : tree_) {
    const Label label = std::exchange(label_[node], Label::free);
    if (label == Label::free) {
      continue;  // absorbed or opened meanwhile
    }
    for (const std::size_t v : forest_.vertices(node)) {
      dual_[v] = label == Label::outer ? level_[v] - spent_ : dual_[v] + (spent_ - since_[v]);
    }
    if (forest_.blossom(node)) {
      const Value change = spent_ - thickness_since_[node];
      if (label == Label::outer) {
        thickness_[node] += change + change;
        outer_blossoms.push_back(node);
      } else {
        thickness_[node] -= change + change;
      }
    }
  }
  std::ranges::for_each(outer_blossoms, [&](std::size_t node) { open_idle(node); });
}

}  // namespace referee::swiss

#include "referee/swiss/matching/tree_blossoms.h"  // IWYU pragma: export
