/// Plays with learned weights and looks ahead, as long as the clock allows.
#include "sample_bots/cpp/superball/expert.h"
#include "sample_bots/cpp/superball/program.h"

namespace bots {

Program sb_best() {
  return superball::program(
      {"sb_best", "Plays Superball: looks at what may be dealt after the moves that seem best.",
       superball::thinking_options()},
      [](std::uint64_t seed) { return std::make_unique<superball::Expert>(seed); });
}

}  // namespace bots
