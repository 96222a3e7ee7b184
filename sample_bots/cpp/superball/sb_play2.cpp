/// Gathers pieces of a colour, as a first idea would have it.
#include "sample_bots/cpp/superball/gatherer.h"
#include "sample_bots/cpp/superball/program.h"

int main(int argc, char** argv) {
  return superball::play(
      {"sb_play2",
       "Plays Superball: the swap that makes the sets largest; scores when room gets scarce.",
       {}},
      argc, argv, [](std::uint64_t seed) { return std::make_unique<superball::Gatherer>(seed); });
}
