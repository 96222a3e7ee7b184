/// Swaps at random, as the handout's weakest player.
#include "sample_bots/cpp/superball/program.h"
#include "sample_bots/cpp/superball/random_swaps.h"

namespace bots {

Program sb_play() {
  return superball::program(
      {"sb_play", "Plays Superball: random swaps until room is scarce, then it scores what it can.", {}},
      [](std::uint64_t seed) { return std::make_unique<superball::RandomSwaps>(seed); });
}

}  // namespace bots
