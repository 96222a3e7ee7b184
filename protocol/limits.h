#pragma once

#include <cstddef>
#include <cstdint>

/// What both sides may rely on. The same numbers stand in PROTOCOL.md.
namespace protocol {

inline constexpr int kVersion = 1;  ///< the highest version spoken, and the only one so far
inline constexpr std::size_t kMaxLineToBot = 1024 * 1024;  ///< bytes of one line without its newline
inline constexpr std::size_t kMaxLineFromBot = 64 * 1024;  ///< bytes of one line without its newline
inline constexpr std::uint64_t kMaxSeed =
    (1ULL << 53) - 1;                            ///< of a game; JSON readers everywhere keep it exactly
inline constexpr int kMaxDepth = 16;             ///< nested arrays and objects in one line
inline constexpr std::size_t kMaxName = 32;      ///< bytes of a bot's name
inline constexpr std::size_t kMaxText = 1024;    ///< bytes of any text field of a bot's message
inline constexpr std::size_t kMaxFeatures = 64;  ///< entries of a feature list
inline constexpr std::size_t kMaxOffered = 200;  ///< bytes of a refused answer kept in the record

}  // namespace protocol
