#include "sample_bots/cpp/snake/outlook.h"

#include <algorithm>
#include <bit>

namespace snake {
namespace {

constexpr std::size_t kMostEntries = 1U << 15U;
constexpr std::size_t kMostNumbers = 1U << 23U;  // in all entries together
constexpr std::uint64_t kHasCoins = 0x5851F42D4C957F2DU;
constexpr int kExitJoint = -1;
constexpr int kNotInTree = -kNoWay;

}  // namespace

Outlook::Outlook(const Terrain& terrain, const CoinDistances& distances)
    : terrain_(terrain), distances_(distances), stride_(static_cast<std::size_t>(terrain.charted()) + 1) {
  entries_ = std::min(kMostEntries, std::bit_floor(kMostNumbers / stride_));
  keys_.resize(entries_);
  worth_.resize(entries_ * stride_);
}

int Outlook::gain(int head, std::span<const std::uint64_t> taken, std::uint64_t key, bool has_coins) {
  const int* worth = worth_.data() + entry_of(taken, key, has_coins) * stride_;
  const int tree = *worth++;
  int best = tree - distances_.to_exit(head);
  for (const std::int16_t coin : distances_.near(head)) {
    const int distance = distances_.to_coin(head, coin);
    if (tree - distance <= best) {
      break;  // no coin farther away can be better
    }
    best = std::max(best, worth[coin] - distance);
  }
  return best;
}

std::size_t Outlook::entry_of(std::span<const std::uint64_t> taken, std::uint64_t key, bool has_coins) {
  key = scramble(key ^ (has_coins ? kHasCoins : 0)) | 1U;
  const std::size_t entry = (key >> 1U) % entries_;
  if (keys_[entry] != key) {
    keys_[entry] = key;
    choose_vertices(taken, has_coins);
    join_tree();
    weigh(worth_.data() + entry * stride_);
  }
  return entry;
}

void Outlook::choose_vertices(std::span<const std::uint64_t> taken, bool has_coins) {
  vertices_.clear();
  for (int coin = 0; coin < terrain_.charted(); ++coin) {
    const auto bit = static_cast<unsigned>(coin);
    const bool is_left = (taken[bit / 64U] >> bit % 64U & 1U) == 0;
    const int edge = distances_.coin_to_exit(coin);
    if (is_left && !(has_coins && terrain_.at_dead_end(coin)) && edge < kNoWay) {
      vertices_.push_back({coin, edge, kExitJoint, 0});
    }
  }
}

/// Prim's algorithm from the exit: sorts vertices_ in the order in which they join the tree.
void Outlook::join_tree() {
  for (std::size_t joined = 0; joined < vertices_.size(); ++joined) {
    const auto rest = vertices_.begin() + static_cast<std::ptrdiff_t>(joined);
    std::iter_swap(rest, std::min_element(rest, vertices_.end(),
                                          [](const Vertex& a, const Vertex& b) { return a.edge < b.edge; }));
    const int from = vertices_[joined].coin;
    for (std::size_t i = joined + 1; i < vertices_.size(); ++i) {
      const int edge = distances_.between(from, vertices_[i].coin);
      if (edge < vertices_[i].edge) {
        vertices_[i].edge = edge;
        vertices_[i].joint = static_cast<int>(joined);
      }
    }
  }
}

/// Leaves out branches that cost more than they bring, except the branch to the head: so for each coin we
/// know the worth of a tree that must reach this coin.
void Outlook::weigh(int* worth) {
  int whole = 0;
  for (std::size_t i = vertices_.size(); i-- > 0;) {
    Vertex& vertex = vertices_[i];
    vertex.surplus += kPointsOfACoin - vertex.edge;
    const int gain = std::max(0, vertex.surplus);
    (vertex.joint == kExitJoint ? whole : vertices_[static_cast<std::size_t>(vertex.joint)].surplus) += gain;
  }
  *worth++ = whole;
  std::fill_n(worth, stride_ - 1, kNotInTree);
  for (const Vertex& vertex : vertices_) {
    const int before =
        vertex.joint == kExitJoint ? whole : worth[vertices_[static_cast<std::size_t>(vertex.joint)].coin];
    worth[vertex.coin] = before + std::min(0, vertex.surplus);
  }
}

}  // namespace snake
