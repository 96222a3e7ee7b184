#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sample_bots/cpp/snake/terrain.h"

namespace snake {

/// Estimates how many points a snake can still gain: the shortest possible tree joins an exit, the head and
/// all coins that are worth their way. A walk is longer than the tree, so the estimate is rather too high
/// than too low. We keep the tree without the head for each set of coins, as many states have the same set.
class Outlook {
 public:
  Outlook(const Terrain& terrain, const CoinDistances& distances);

  /// Points for coins, minus steps to the exit; less than -kNoWay / 2 if there is no way out. `taken` has a
  /// bit for each coin, set if it is gone; `key` is a hash of these bits; `has_coins`: the snake already has
  /// coins, and then coins in dead ends are worth nothing to it.
  int gain(int head, std::span<const std::uint64_t> taken, std::uint64_t key, bool has_coins);

 private:
  /// A coin, and the edge of the tree that leads from it towards the exit.
  struct Vertex {
    int coin;
    int edge;
    int joint;    ///< the place in vertices_ of the edge's other end; kExitJoint: the exit
    int surplus;  ///< points of this branch's coins that pay, minus their edges and this one
  };

  std::size_t entry_of(std::span<const std::uint64_t> taken, std::uint64_t key, bool has_coins);
  void choose_vertices(std::span<const std::uint64_t> taken, bool has_coins);
  void join_tree();
  void weigh(int* worth);

  const Terrain& terrain_;
  const CoinDistances& distances_;
  std::size_t entries_;  ///< a newer entry replaces an older one
  std::size_t stride_;
  std::vector<std::uint64_t> keys_;  ///< by entry; 0: empty
  std::vector<int>
      worth_;  ///< by entry: of the tree; then by coin: of the tree that reaches out to that coin
  std::vector<Vertex> vertices_;
};

}  // namespace snake
