#pragma once

#include <cstdint>

#include "engines/game.h"
#include "protocol/sha256.h"

namespace engines {

/// Numbers that cannot be predicted without the salt: the first 8 bytes, big-endian, of SHA-256(salt + ":" +
/// decimal seed + ":" + decimal counter), the counter from 0.
class SecretDeal {
 public:
  explicit SecretDeal(const Seed& seed);
  /// 0..2^64-1
  std::uint64_t next();

 private:
  protocol::Sha256 prefix_;  // of salt:seed:
  std::uint64_t counter_ = 0;
};

}  // namespace engines
