#pragma once

#include <cstdint>
#include <variant>

#include "engines/secret_deal.h"

namespace engines {

/// srand48(seed) and lrand48() of POSIX, implemented here so that a seed deals the same game on every
/// machine.
class HandoutDeal {
 public:
  /// Only the lower 32 bits of the number count, as for srand48().
  explicit HandoutDeal(std::uint64_t seed);
  /// 0..2^31-1
  std::uint64_t next();

 private:
  std::uint64_t x_;  // 48 bits
};

/// Draws the pieces of Superball.
class Deal {
 public:
  enum class Kind : std::uint8_t {
    handout,  ///< from the seed alone, which a bot can find from five pieces
    secret    ///< from the seed and its salt
  };

  Deal(Kind kind, const Seed& seed);
  /// A number from 0 to n-1: the remainder of the next number, as in the course's own player. REQUIRES: n >=
  /// 1.
  std::uint64_t draw(std::uint64_t n);

 private:
  std::variant<HandoutDeal, SecretDeal> numbers_;
};

}  // namespace engines
