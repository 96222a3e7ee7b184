/// Plays with learned weights, without looking ahead.
#include "sample_bots/cpp/superball/expert.h"
#include "sample_bots/cpp/superball/program.h"

int main(int argc, char** argv) {
  return superball::play(
      {"sb_play3", "Plays Superball: the move that leaves most behind, as learned by playing.", {}}, argc,
      argv, [](std::uint64_t seed) { return std::make_unique<superball::Expert>(seed); });
}
