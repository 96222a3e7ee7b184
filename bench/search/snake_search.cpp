#include "bench/search/snake_search.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <vector>

#include "bench/search/snake_board.h"
#include "bench/search/snake_bound.h"

namespace snake_tool {
namespace {

constexpr int kStartPoints = 1000;
constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();

struct Node {
  Position position;
  std::uint32_t parent = kNone;
  std::int16_t steps = 0;
  std::int8_t letter = 0;
};

int points(const Node& node) { return kStartPoints + kPointsOfCoin * node.position.coins - node.steps; }

/// All nodes reached so far, each position once.
class Nodes {
 public:
  std::size_t size() const { return nodes_.size(); }
  const Node& operator[](std::uint32_t number) const { return nodes_[number]; }

  /// The number of the position's node, now with `node`'s way; kNone if a way as short is known.
  std::uint32_t reach(const Node& node) {
    if (2 * nodes_.size() >= slots_.size()) {
      grow();
    }
    std::uint32_t& slot = slot_of(node.position);
    if (slot == kNone) {
      slot = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back(node);
      return slot;
    }
    if (nodes_[slot].steps <= node.steps) {
      return kNone;
    }
    nodes_[slot] = node;
    return slot;
  }

  std::string path(std::uint32_t number) const {
    std::string letters;
    for (; nodes_[number].parent != kNone; number = nodes_[number].parent) {
      letters += kLetters[static_cast<std::size_t>(nodes_[number].letter)];
    }
    std::ranges::reverse(letters);
    return letters;
  }

 private:
  std::uint32_t& slot_of(const Position& position) {
    std::size_t at = position.hash() & (slots_.size() - 1);
    while (slots_[at] != kNone && !(nodes_[slots_[at]].position == position)) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return slots_[at];
  }

  void grow() {
    slots_.assign(std::max<std::size_t>(1024, 2 * slots_.size()), kNone);
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      slot_of(nodes_[i].position) = i;
    }
  }

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> slots_;  // open addressing, a power of two
};

class Search {
 public:
  Search(const engines::MazeRows& maze, bool body) : board_(maze, body), bound_(board_) {}

  Best run(const Effort& effort) {
    beam(effort.width);
    exhaust(effort.positions);
    return best_;
  }

 private:
  /// An upper bound of the score from a node.
  int promise(const Node& node) const { return points(node) + bound_.to_go(node.position); }
  bool is_hopeless(int promise) const { return promise <= std::max(best_.score, 0); }

  /// Calls `use` with every node that a step leads to; ends paths at exits.
  template <class Use>
  void expand(const Nodes& nodes, std::uint32_t number, Use use) {
    const Node from = nodes[number];
    for (std::int8_t letter = 0; letter < 4; ++letter) {
      const auto to = board_.step(from.position, letter);
      if (!to) {
        continue;
      }
      const Node node{*to, number, static_cast<std::int16_t>(from.steps + 1), letter};
      if (board_.kind(to->at) != '_') {
        use(node);
      } else if (points(node) > best_.score) {
        best_.score = points(node);
        best_.path = nodes.path(number) + kLetters[static_cast<std::size_t>(letter)];
      }
    }
  }

  void beam(std::size_t width);
  void exhaust(std::size_t limit);

  Board board_;
  Bound bound_;
  Best best_;
};

// After each step only the most promising positions are kept; among equal ones their hashes decide.
void Search::beam(std::size_t width) {
  struct Candidate {
    int promise;
    std::uint64_t lot;
    std::uint32_t number;
    auto operator<=>(const Candidate&) const = default;
  };
  Nodes nodes;
  std::vector<Candidate> layer = {{0, 0, nodes.reach({.position = board_.start()})}};
  while (!layer.empty()) {
    std::vector<Candidate> next;
    for (const Candidate& candidate : layer) {
      expand(nodes, candidate.number, [&](const Node& node) {
        const int promised = promise(node);
        const std::uint32_t number = is_hopeless(promised) ? kNone : nodes.reach(node);
        if (number != kNone) {
          next.push_back({promised, node.position.hash(), number});
        }
      });
    }
    if (next.size() > width) {
      const auto last = next.begin() + static_cast<std::ptrdiff_t>(width);
      std::nth_element(next.begin(), last, next.end(), std::greater<>());
      next.erase(last, next.end());
    }
    layer = std::move(next);
  }
}

// A*: the most promising position first. If no position promises more, the best path is proven.
void Search::exhaust(std::size_t limit) {
  Nodes nodes;
  std::map<int, std::vector<std::uint32_t>> open;
  const auto reach = [&](const Node& node) {
    const int promised = promise(node);
    const std::uint32_t number = is_hopeless(promised) ? kNone : nodes.reach(node);
    if (number != kNone) {
      open[promised].push_back(number);
    }
  };
  reach({.position = board_.start()});
  while (!open.empty() && nodes.size() < limit) {
    const auto top = std::prev(open.end());
    if (is_hopeless(top->first)) {
      break;
    }
    const std::uint32_t number = top->second.back();
    top->second.pop_back();
    const bool outdated = promise(nodes[number]) != top->first;  // a shorter way was found later
    if (top->second.empty()) {
      open.erase(top);
    }
    if (!outdated) {
      expand(nodes, number, reach);
    }
  }
  best_.proven = open.empty() || is_hopeless(std::prev(open.end())->first);
}

}  // namespace

Best search(const engines::MazeRows& maze, bool body, const Effort& effort) {
  return Search(maze, body).run(effort);
}

}  // namespace snake_tool
