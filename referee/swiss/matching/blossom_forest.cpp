#include "referee/swiss/matching/blossom_forest.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "protocol/require.h"

namespace referee::swiss {

BlossomForest::BlossomForest(std::size_t vertices)
    : vertices_(vertices),
      mate_(vertices, kNobody),
      top_(vertices),
      parent_(2 * vertices, kNobody),
      base_(vertices),
      children_(vertices),
      links_(vertices),
      unused_(vertices) {
  std::iota(top_.begin(), top_.end(), std::size_t{0});
  std::iota(unused_.rbegin(), unused_.rend(), vertices);
}

void BlossomForest::unmatch(std::size_t vertex) {
  if (mate_[vertex] != kNobody) {
    mate_[mate_[vertex]] = kNobody;
    mate_[vertex] = kNobody;
  }
}

std::size_t BlossomForest::child_with(std::size_t blossom, std::size_t vertex) const {
  std::size_t node = vertex;
  while (parent_[node] != blossom) {
    node = parent_[node];
  }
  return static_cast<std::size_t>(std::ranges::find(children(blossom), node) - children(blossom).begin());
}

const std::vector<std::size_t>& BlossomForest::vertices(std::size_t node) const {
  collected_.clear();
  collect(node, collected_);
  return collected_;
}

void BlossomForest::collect(std::size_t node, std::vector<std::size_t>& out) const {
  if (!blossom(node)) {
    out.push_back(node);
    return;
  }
  for (const std::size_t child : children(node)) {
    collect(child, out);
  }
}

void BlossomForest::set_top(std::size_t node, std::size_t top) {
  for (const std::size_t vertex : vertices(node)) {
    top_[vertex] = top;
  }
}

std::size_t BlossomForest::form(std::vector<std::size_t> children, std::vector<Link> links) {
  REQUIRE(children.size() % 2 == 1 && children.size() == links.size());
  const std::size_t blossom = unused_.back();
  unused_.pop_back();
  base_[blossom - vertices_] = base(children.front());
  for (const std::size_t child : children) {
    parent_[child] = blossom;
  }
  children_[blossom - vertices_] = std::move(children);
  links_[blossom - vertices_] = std::move(links);
  set_top(blossom, blossom);
  return blossom;
}

void BlossomForest::open(std::size_t blossom) {
  REQUIRE(parent_[blossom] == kNobody);
  for (const std::size_t child : children(blossom)) {
    parent_[child] = kNobody;
    set_top(child, child);
  }
  children_[blossom - vertices_].clear();
  links_[blossom - vertices_].clear();
  unused_.push_back(blossom);
}

void BlossomForest::rebase(std::size_t node, std::size_t vertex) {
  if (base(node) == vertex) {
    return;
  }
  auto& circle = children_[node - vertices_];
  auto& links = links_[node - vertices_];
  const std::size_t first = child_with(node, vertex);
  rebase(circle[first], vertex);
  // From there an even number of steps to the old base: forwards if `first` is odd, else backwards. Every
  // second link on that way becomes matched.
  const bool forwards = first % 2 == 1;
  const std::size_t size = circle.size();
  const auto next = [&](std::size_t i) { return forwards ? (i + 1) % size : (i + size - 1) % size; };
  for (std::size_t i = first; i != 0;) {
    const std::size_t a = next(i);
    const std::size_t b = next(a);
    const Link link = forwards ? links[a] : Link{links[b].to, links[b].from};
    rebase(circle[a], link.from);
    rebase(circle[b], link.to);
    match(link.from, link.to);
    i = b;
  }
  std::ranges::rotate(circle, circle.begin() + static_cast<std::ptrdiff_t>(first));
  std::ranges::rotate(links, links.begin() + static_cast<std::ptrdiff_t>(first));
  base_[node - vertices_] = vertex;
}

}  // namespace referee::swiss
