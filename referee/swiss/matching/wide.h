#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace referee::swiss {

/// A number from 0 of 64 x `Words` bits. Weights of pairings need several hundred: each criterion has bits of
/// its own, so that no number of breaches of one outweighs a single breach of the one above it. Overflow is
/// the caller's to exclude.
template <std::size_t Words>
class Wide {
 public:
  static constexpr std::size_t kBits = 64 * Words;

  constexpr Wide() = default;
  constexpr explicit Wide(std::uint64_t value) { words_[0] = value; }
  constexpr Wide& operator+=(const Wide& other);
  constexpr Wide& operator-=(const Wide& other);
  /// Adds value x 2^bit.
  constexpr void add(std::uint64_t value, std::size_t bit);
  /// Half of it, rounded down.
  constexpr Wide half() const;
  constexpr bool zero() const;
  constexpr bool odd() const { return (words_[0] & 1U) != 0; }

  friend constexpr Wide operator+(Wide a, const Wide& b) { return a += b; }
  friend constexpr Wide operator-(Wide a, const Wide& b) { return a -= b; }
  friend constexpr bool operator==(const Wide&, const Wide&) = default;
  friend constexpr std::strong_ordering operator<=>(const Wide& a, const Wide& b) {
    for (std::size_t i = Words; i-- > 0;) {
      if (a.words_[i] != b.words_[i]) {
        return a.words_[i] <=> b.words_[i];
      }
    }
    return std::strong_ordering::equal;
  }

 private:
  std::array<std::uint64_t, Words> words_{};  // the lowest first
};

template <std::size_t Words>
constexpr Wide<Words>& Wide<Words>::operator+=(const Wide& other) {
  unsigned char carry = 0;
  for (std::size_t i = 0; i < Words; ++i) {
    const std::uint64_t part = words_[i] + other.words_[i];
    const std::uint64_t sum = part + carry;
    carry = static_cast<unsigned char>((part < words_[i]) | (sum < part));
    words_[i] = sum;
  }
  return *this;
}

template <std::size_t Words>
constexpr Wide<Words>& Wide<Words>::operator-=(const Wide& other) {
  unsigned char borrow = 0;
  for (std::size_t i = 0; i < Words; ++i) {
    const std::uint64_t part = words_[i] - other.words_[i];
    const std::uint64_t difference = part - borrow;
    borrow = static_cast<unsigned char>((part > words_[i]) | (difference > part));
    words_[i] = difference;
  }
  return *this;
}

template <std::size_t Words>
constexpr void Wide<Words>::add(std::uint64_t value, std::size_t bit) {
  Wide shifted;
  shifted.words_[bit / 64] = value << (bit % 64);
  if (bit % 64 != 0 && bit / 64 + 1 < Words) {
    shifted.words_[bit / 64 + 1] = value >> (64 - bit % 64);
  }
  *this += shifted;
}

template <std::size_t Words>
constexpr Wide<Words> Wide<Words>::half() const {
  Wide result;
  for (std::size_t i = 0; i < Words; ++i) {
    result.words_[i] = words_[i] >> 1U;
    if (i + 1 < Words) {
      result.words_[i] |= words_[i + 1] << 63U;
    }
  }
  return result;
}

template <std::size_t Words>
constexpr bool Wide<Words>::zero() const {
  return std::ranges::all_of(words_, [](std::uint64_t word) { return word == 0; });
}

}  // namespace referee::swiss
