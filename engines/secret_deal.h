#pragma once

#include <cstdint>
#include <string>

#include "engines/game.h"

namespace engines {

/// Numbers that cannot be predicted without the salt: the first 8 bytes, big-endian, of SHA-256(salt + ":" +
/// decimal seed + ":" + decimal counter), the counter from 0.
class SecretDeal {
 public:
  explicit SecretDeal(const Seed& seed);
  /// 0..2^64-1
  std::uint64_t next();

 private:
  std::string prefix_;  // salt:seed:
  std::uint64_t counter_ = 0;
};

}  // namespace engines
