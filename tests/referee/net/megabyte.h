#pragma once

#include <cstddef>

namespace referee {

/// What lines are filled with that are to be larger than any buffer takes at once.
inline constexpr std::size_t kMegabyte = 1024 * 1024;

}  // namespace referee
