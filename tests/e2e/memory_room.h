#pragma once

namespace e2e {

/// The memory that a referee under attack may need in addition to one with honest bots only.
inline constexpr long kMemoryRoomKb = 4096;

/// Whether a process has only the memory that it needs; not with a sanitizer, which keeps more.
#ifdef SANITIZED
inline constexpr bool kMemoryTells = false;
#else
inline constexpr bool kMemoryTells = true;
#endif

}  // namespace e2e
