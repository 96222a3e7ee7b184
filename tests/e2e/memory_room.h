#pragma once

namespace e2e {

/// What a referee may need above one that has honest bots alone, whatever is thrown at it.
inline constexpr long kMemoryRoomKb = 4096;

/// Whether a process has only the memory that it needs: a sanitizer keeps more.
#ifdef SANITIZED
inline constexpr bool kMemoryTells = false;
#else
inline constexpr bool kMemoryTells = true;
#endif

}  // namespace e2e
