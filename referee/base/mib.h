#pragma once

#include <cstdint>

namespace referee {

inline constexpr std::int64_t kMib = 1024 * 1024;  ///< bytes

}  // namespace referee
