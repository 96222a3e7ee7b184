/// Gathers pieces of one colour, a simple first strategy.
#include "sample_bots/cpp/superball/gatherer.h"
#include "sample_bots/cpp/superball/program.h"

namespace bots {

Program sb_play2() {
  return superball::program(
      {"sb_play2",
       "Plays Superball: the swap that makes the sets largest; scores when room gets scarce.",
       {}},
      [](std::uint64_t seed) { return std::make_unique<superball::Gatherer>(seed); });
}

}  // namespace bots
