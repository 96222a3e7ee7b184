#pragma once

// Blossoms of the search tree of MaxWeightMatching: an edge between two outer nodes closes an odd circle,
// which becomes one outer node; an inner blossom with a dual of 0 is opened.

#include <algorithm>
#include <utility>
#include <vector>

#include "referee/swiss/matching/alternating_tree.h"

namespace referee::swiss {

/// A node of the tree becomes part of a blossom, which is outer.
template <class Weights>
void MaxWeightMatching<Weights>::absorb(std::size_t node) {
  const Value change = spent_ - thickness_since_[node];
  if (label_[node] == Label::outer) {
    thickness_[node] += change + change;
  } else {
    for (const std::size_t v : forest_.vertices(node)) {
      join_outer(v, dual_[v] + (spent_ - since_[v]));
    }
    if (forest_.blossom(node)) {
      thickness_[node] -= change + change;
      std::erase(inner_blossoms_, node);
    }
  }
  label_[node] = Label::free;  // it is not outermost any more
}

/// The edge between two outer vertices closes an odd circle.
template <class Weights>
void MaxWeightMatching<Weights>::form_blossom(std::size_t u, std::size_t v) {
  std::vector<std::size_t> of_u = path_to_root(u);
  std::vector<std::size_t> of_v = path_to_root(v);
  std::size_t meeting = kNobody;
  while (!of_u.empty() && !of_v.empty() && of_u.back() == of_v.back()) {
    meeting = of_u.back();
    of_u.pop_back();
    of_v.pop_back();
  }
  std::vector<std::size_t> children{meeting};
  std::vector<Link> links;
  for (const std::size_t node : std::vector(of_u.rbegin(), of_u.rend())) {
    links.push_back(link_[node]);
    children.push_back(node);
  }
  links.push_back({u, v});
  for (const std::size_t node : of_v) {
    children.push_back(node);
    links.push_back({link_[node].to, link_[node].from});
  }
  const Link link = link_[meeting];
  std::ranges::for_each(children, [&](std::size_t node) { absorb(node); });
  const std::size_t blossom = forest_.form(std::move(children), std::move(links));
  label_[blossom] = Label::outer;
  link_[blossom] = link;
  thickness_[blossom] = Value{};
  thickness_since_[blossom] = spent_;
  tree_.push_back(blossom);
  gather_crossings(blossom);
}

/// Opens an inner blossom with a dual of 0: its part from where the tree enters to its base stays in the
/// tree.
template <class Weights>
void MaxWeightMatching<Weights>::open_inner(std::size_t blossom) {
  std::erase(inner_blossoms_, blossom);
  label_[blossom] = Label::free;
  thickness_[blossom] = Value{};
  const Link link = link_[blossom];
  const std::vector<std::size_t> children = forest_.children(blossom);
  const std::vector<Link> links = forest_.links(blossom);
  const std::size_t first = forest_.child_with(blossom, link.to);
  forest_.open(blossom);

  // Around the circle to the base in an even number of steps, as BlossomForest::rebase does.
  const bool forwards = first % 2 == 1;
  const std::size_t size = children.size();
  const auto next = [&](std::size_t i) { return forwards ? (i + 1) % size : (i + size - 1) % size; };
  const auto link_from = [&](std::size_t i) {
    const std::size_t before = (i + size - 1) % size;
    return forwards ? links[i] : Link{links[before].to, links[before].from};
  };
  std::vector<bool> stays(size);
  const auto stay_inner = [&](std::size_t i, Link by) {
    stays[i] = true;
    label_[children[i]] = Label::inner;
    link_[children[i]] = by;
    has_crossings_[children[i]] = false;
    thickness_since_[children[i]] = spent_;
    tree_.push_back(children[i]);
    if (forest_.blossom(children[i])) {
      inner_blossoms_.push_back(children[i]);
    }
  };
  stay_inner(first, link);
  for (std::size_t i = first; i != 0;) {
    const std::size_t outer = next(i);
    const std::size_t inner = next(outer);
    stays[outer] = true;
    set_free(children[outer]);
    make_outer(children[outer], link_from(i));
    stay_inner(inner, link_from(outer));
    i = inner;
  }
  for (std::size_t i = 0; i < size; ++i) {
    if (!stays[i]) {
      set_free(children[i]);
    }
  }
}

/// A node that was inner, as part of a blossom, leaves the tree.
template <class Weights>
void MaxWeightMatching<Weights>::set_free(std::size_t node) {
  label_[node] = Label::free;
  for (const std::size_t v : forest_.vertices(node)) {
    const Value change = spent_ - since_[v];
    dual_[v] += change;
    near_at_[v] += change;
  }
}

/// The best edges from a new blossom to other outer nodes, found among those of its parts: so the search
/// looks at each vertex's edges only once.
template <class Weights>
void MaxWeightMatching<Weights>::gather_crossings(std::size_t blossom) {
  toward_whom_.clear();
  for (const std::size_t child : forest_.children(blossom)) {
    if (has_crossings_[child]) {
      for (const Link link : crossings_[child]) {
        add_crossing(blossom, link.from, link.to);
      }
      continue;
    }
    for (const std::size_t u : forest_.vertices(child)) {
      for (const std::size_t v : active_) {
        add_crossing(blossom, u, v);
      }
    }
  }
  cross_[blossom] = {};
  crossings_[blossom].clear();
  for (const std::size_t node : toward_whom_) {
    crossings_[blossom].push_back(toward_[node]);
    offer_cross(blossom, toward_[node], toward_at_[node]);
    toward_[node] = {};
  }
  has_crossings_[blossom] = true;
}

template <class Weights>
void MaxWeightMatching<Weights>::add_crossing(std::size_t blossom, std::size_t u, std::size_t v) {
  const std::size_t node = forest_.top(v);
  if (node == blossom || label_[node] != Label::outer || weights_(u, v) == 0) {
    return;
  }
  const Value at = cross_at(u, v);
  if (toward_[node].from == kNobody) {
    toward_whom_.push_back(node);
  } else if (at >= toward_at_[node]) {
    return;
  }
  toward_[node] = {u, v};
  toward_at_[node] = at;
}

/// Opens a blossom with a dual of 0, which no longer has any effect.
template <class Weights>
void MaxWeightMatching<Weights>::open_idle(std::size_t node) {
  if (!forest_.blossom(node) || thickness_[node] != 0) {
    return;
  }
  const std::vector<std::size_t> children = forest_.children(node);
  forest_.open(node);
  std::ranges::for_each(children, [&](std::size_t child) { open_idle(child); });
}

}  // namespace referee::swiss
