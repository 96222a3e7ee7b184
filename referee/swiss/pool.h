#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "referee/swiss/card.h"

namespace referee::swiss {

/// The players to be paired, ranked: by score, then by pairing number (C.04.3, 1.2). A place in it, from 0,
/// is what the procedure calls a player.
class Pool {
 public:
  explicit Pool(const Tournament& tournament);

  std::size_t size() const { return cards_.size(); }
  const Card& operator[](std::size_t place) const { return cards_[place]; }
  /// Whether two players may meet: they have not met (C1), their meeting is not forbidden, and if both have
  /// an absolute preference for the same colour, one of them is a topscorer (C3).
  bool compatible(std::size_t a, std::size_t b) const {
    const std::size_t bit = a * cards_.size() + b;
    return (compatible_[bit / 64] >> (bit % 64) & 1U) != 0;
  }

 private:
  void set_compatible(const Tournament& tournament);

  std::vector<Card> cards_;
  std::vector<std::uint64_t> compatible_;  // a bit for each two, in both orders
};

}  // namespace referee::swiss
