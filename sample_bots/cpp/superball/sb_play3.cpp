/// Plays with learned weights, without looking ahead.
#include "sample_bots/cpp/superball/expert.h"
#include "sample_bots/cpp/superball/program.h"

namespace bots {

Program sb_play3() {
  return superball::program(
      {"sb_play3", "Plays Superball: the move that leaves most behind, as learned by playing.", {}},
      [](std::uint64_t seed) { return std::make_unique<superball::Expert>(seed); });
}

}  // namespace bots
