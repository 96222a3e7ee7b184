#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace planets {

/// A number that looks random and is the same for the same input (splitmix64).
inline std::uint64_t scramble(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

/// Counts how often keys have been seen since clear(). Keys are scrambled numbers; two different things whose
/// keys are the same count as one.
class Tally {
 public:
  /// REQUIRES: at most `most` different keys until the next clear().
  void clear(std::size_t most) { slots_.assign(std::bit_ceil(2 * most + 2), {}); }

  /// How often the key has been seen before.
  std::uint32_t count(std::uint64_t key) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = static_cast<std::size_t>(key) & mask;
    while (slots_[at].count > 0 && slots_[at].key != key) {
      at = (at + 1) & mask;
    }
    slots_[at].key = key;
    return slots_[at].count++;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t count = 0;
  };
  std::vector<Slot> slots_;
};

}  // namespace planets
