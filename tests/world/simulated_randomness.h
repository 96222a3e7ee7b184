#pragma once

#include <cstdint>

namespace world {

/// From now on all salts, tokens, seeds and serial numbers of this program follow from `seed`.
void seed_randomness(std::uint64_t seed);

}  // namespace world
