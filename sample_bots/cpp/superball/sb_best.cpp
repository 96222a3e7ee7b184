/// Plays with learned weights and looks ahead, as long as the clock allows.
#include "sample_bots/cpp/superball/expert.h"
#include "sample_bots/cpp/superball/program.h"

int main(int argc, char** argv) {
  return superball::play(
      {"sb_best", "Plays Superball: looks at what may be dealt after the moves that seem best.",
       superball::thinking_options()},
      argc, argv, [](std::uint64_t seed) { return std::make_unique<superball::Expert>(seed); });
}
