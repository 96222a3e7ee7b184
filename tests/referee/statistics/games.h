#pragma once

#include <cstdint>
#include <vector>

#include "referee/statistics/rating.h"

// Short functions for the results of games.
namespace referee::rating::games {

/// won_as_first() puts the winner on the first seat, won_as_second() the loser, the others no player.
inline RankedGame won(std::size_t winner, std::size_t loser) {
  return {{{winner, 1, false}, {loser, 2, false}}};
}
inline RankedGame won_as_first(std::size_t winner, std::size_t loser) {
  return {{{winner, 1, true}, {loser, 2, false}}};
}
inline RankedGame won_as_second(std::size_t winner, std::size_t loser) {
  return {{{loser, 2, true}, {winner, 1, false}}};
}
inline RankedGame drawn(std::size_t a, std::size_t b) { return {{{a, 1, false}, {b, 1, false}}}; }

inline void add(std::vector<RankedGame>& all, int times, const RankedGame& game) {
  all.push_back(game);
  all.back().times = static_cast<std::size_t>(times);
}

/// Numbers that look random, the same on every machine (SplitMix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }
  /// From 0, below 1.
  double real() { return static_cast<double>(next() >> 11U) * 0x1p-53; }
  std::size_t below(std::size_t end) { return next() % end; }

 private:
  std::uint64_t state_;
};

}  // namespace referee::rating::games
