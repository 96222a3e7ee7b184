#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace referee::swiss {

constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();

/// A matching, and the blossoms of Edmonds' algorithm: odd sets of vertices that a matching can turn so that
/// any one of them is left over, the base. They nest. A node is a vertex, 0..n-1, or a blossom, from n.
class BlossomForest {
 public:
  /// An edge by its two vertices.
  struct Link {
    std::size_t from = kNobody;
    std::size_t to = kNobody;
  };

  explicit BlossomForest(std::size_t vertices);

  std::size_t nodes() const { return 2 * vertices_; }  ///< more than any node's number
  bool blossom(std::size_t node) const { return node >= vertices_; }
  /// The vertex that `vertex` is matched with, or kNobody.
  std::size_t mate(std::size_t vertex) const { return mate_[vertex]; }
  /// Matches `a` with `b`, or with kNobody. The caller takes care of former mates.
  void match(std::size_t a, std::size_t b) {
    mate_[a] = b;
    if (b != kNobody) {
      mate_[b] = a;
    }
  }
  void unmatch(std::size_t vertex);
  /// The outermost node around `vertex`.
  std::size_t top(std::size_t vertex) const { return top_[vertex]; }
  /// The blossom directly around a node, or kNobody.
  std::size_t parent(std::size_t node) const { return parent_[node]; }
  std::size_t base(std::size_t node) const { return blossom(node) ? base_[node - vertices_] : node; }

  /// The nodes directly within a blossom, in a circle; the base is in the first.
  const std::vector<std::size_t>& children(std::size_t blossom) const {
    return children_[blossom - vertices_];
  }
  /// links(b)[i] leads from child i to the next one.
  const std::vector<Link>& links(std::size_t blossom) const { return links_[blossom - vertices_]; }
  /// The place among children(blossom) of the one that holds `vertex`.
  std::size_t child_with(std::size_t blossom, std::size_t vertex) const;
  /// The vertices within a node. Valid until the next call.
  const std::vector<std::size_t>& vertices(std::size_t node) const;

  /// Makes outermost nodes, an odd number of them in a circle, into a blossom, and returns its number.
  std::size_t form(std::vector<std::size_t> children, std::vector<Link> links);
  /// Takes an outermost blossom away: its children are outermost.
  void open(std::size_t blossom);
  /// Turns the matching within a node so that `vertex` is its base; the caller sets the base's mate.
  void rebase(std::size_t node, std::size_t vertex);

 private:
  void set_top(std::size_t node, std::size_t top);
  void collect(std::size_t node, std::vector<std::size_t>& out) const;

  std::size_t vertices_;
  std::vector<std::size_t> mate_;
  std::vector<std::size_t> top_;
  std::vector<std::size_t> parent_;
  // By blossom:
  std::vector<std::size_t> base_;
  std::vector<std::vector<std::size_t>> children_;
  std::vector<std::vector<Link>> links_;
  std::vector<std::size_t> unused_;
  mutable std::vector<std::size_t> collected_;
};

}  // namespace referee::swiss
