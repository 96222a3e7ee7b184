#pragma once

#include <cstddef>

namespace referee {

/// The length of lines that are larger than any buffer takes at once.
inline constexpr std::size_t kMegabyte = 1024 * 1024;

}  // namespace referee
