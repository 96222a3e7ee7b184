#include "tests/world/simulated_randomness.h"

#include <random>
#include <stdexcept>
#include <string>

#include "referee/base/randomness.h"

namespace world {
namespace {

// world_is_not_shipped_test.py looks for this sentence in the programs that are shipped.
const std::string kUnseeded = "the randomness of this simulation was never seeded";

struct Source {
  std::mt19937_64 random;
  bool seeded = false;
};

Source& source() {
  static Source only;
  return only;
}

}  // namespace

void seed_randomness(std::uint64_t seed) { source() = {std::mt19937_64(seed), true}; }

}  // namespace world

namespace referee {

void fill_random(std::span<unsigned char> bytes) {
  world::Source& source = world::source();
  if (!source.seeded) {
    throw std::logic_error(world::kUnseeded);
  }
  for (unsigned char& byte : bytes) {
    byte = static_cast<unsigned char>(source.random());
  }
}

}  // namespace referee
