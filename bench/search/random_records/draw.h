#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engines/random.h"

namespace random_records {

/// min..max, all equally likely.
inline std::uint64_t between(engines::Rng& rng, std::uint64_t min, std::uint64_t max) {
  return min + engines::below(rng, max - min + 1);
}

/// True `per_mille` times in a thousand.
inline bool chance(engines::Rng& rng, std::uint64_t per_mille) {
  return engines::below(rng, 1000) < per_mille;
}

/// A random element of the list.
template <class T, std::size_t kSize>
const T& any_of(engines::Rng& rng, const std::array<T, kSize>& list) {
  return list[engines::below(rng, kSize)];
}

}  // namespace random_records
