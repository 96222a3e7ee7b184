#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sample_bots/cpp/snake/terrain.h"

namespace snake {

/// Estimates what a snake can still gain: coins worth fetching are joined with each other, with an exit and
/// with the head by a tree that is as short as can be. A walk is longer than that, so the estimate is high
/// rather than low. The tree without the head is kept for each set of coins, as many states have the same
/// one.
class Outlook {
 public:
  Outlook(const Terrain& terrain, const CoinDistances& distances);

  /// Points for coins, minus steps to the exit; less than -kNoWay / 2 if there is no way out. `taken` has a
  /// bit for each coin, set if it is gone; `key` is a hash of these; `has_coins`: the snake has some already,
  /// and then those in dead ends are worth nothing to it.
  int gain(int head, std::span<const std::uint64_t> taken, std::uint64_t key, bool has_coins);

 private:
  /// A coin, and the edge of the tree that leads from it towards the exit.
  struct Vertex {
    int coin;
    int edge;
    int joint;    ///< the place in vertices_ of the edge's other end; kExitJoint: the exit
    int surplus;  ///< points for all coins that pay from here outwards, minus their edges and this one
  };

  std::size_t entry_of(std::span<const std::uint64_t> taken, std::uint64_t key, bool has_coins);
  void choose_vertices(std::span<const std::uint64_t> taken, bool has_coins);
  void join_tree();
  void weigh(int* worth);

  const Terrain& terrain_;
  const CoinDistances& distances_;
  std::size_t entries_;  ///< a newer one takes the place of an older
  std::size_t stride_;
  std::vector<std::uint64_t> keys_;  ///< by entry; 0: empty
  std::vector<int>
      worth_;  ///< by entry: of the tree; then by coin: of the tree that reaches out to that coin
  std::vector<Vertex> vertices_;
};

}  // namespace snake
